import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronRight, Plus } from "lucide-react";
import { Failed, Skeletons } from "../../parts/states.js";
import { projects } from "../../queries.js";
import { ago } from "../../words.js";
import { Frame } from "../frame.js";
import { NewProject } from "./new-project.js";
import { Waiting } from "./waiting.js";
import "./projects.css";

const route = getRouteApi("/app/account/projects");

/** Shows the projects of the person and the invites to the person. */
export function Projects() {
  const { data, error, refetch } = useQuery(projects);
  const { invite } = route.useSearch();
  const [isMaking, setMaking] = useState(false);
  const shared = data?.projects.some(({ id, role }) => id !== data.defaultProjectId && role === "owner");
  return (
    <Frame
      title="Projects"
      act={
        <button
          data-new
          type="button"
          className={invite ? "button" : "button main"}
          onClick={() => setMaking(true)}
        >
          <Plus aria-hidden size={18} /> New project
        </button>
      }
    >
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={3} className="row" />
        </div>
      )}
      {invite && (
        <section className="card invite-where" aria-labelledby="invite-where">
          <h2 id="invite-where">Invite a colleague</h2>
          <p>
            {shared
              ? "A colleague joins a project. Open one below, or make one to share, and enter an e-mail address there."
              : "A colleague joins a project. Make one to share, and enter an e-mail address there."}
          </p>
          <button type="button" className="button main" onClick={() => setMaking(true)}>
            <Plus aria-hidden size={18} /> Make a project to share
          </button>
        </section>
      )}
      {data !== undefined && data.pendingInvites.length > 0 && <Waiting invites={data.pendingInvites} />}
      {data !== undefined && (
        <ul className="link-rows" aria-label="Projects">
          {data.projects.map(({ id, name, description, role, owner, updatedAt }) => (
            <li key={id}>
              <Link to="/app/account/projects/$id" params={{ id }} className="link-row">
                <span className="row-text">
                  <strong>{id === data.defaultProjectId ? "My space" : name}</strong>
                  <span className="soft small">
                    {[
                      role === "owner" ? "You pay" : `${owner.name ?? owner.email} pays`,
                      `changed ${ago(updatedAt)}`,
                      description,
                    ]
                      .filter((one) => one !== null && one !== "")
                      .join(", ")}
                  </span>
                </span>
                <span className="badge">{role === "owner" ? "Owner" : "Contributor"}</span>
                <ChevronRight aria-hidden size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data?.projects.length === 1 && (
        <p className="soft account-note">
          My space is yours alone. Into other projects you can invite people: their work in it uses your
          credits, within a limit that you set.
        </p>
      )}
      {isMaking && <NewProject onClose={() => setMaking(false)} />}
    </Frame>
  );
}
