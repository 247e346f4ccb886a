import { useEffect, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, FileText, Images, Sparkles, UserPlus, Workflow } from "lucide-react";
import { Skeletons } from "../parts/states.js";
import { account, jobs, media, session, usage } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { Changed, useChanged } from "./changed.js";
import { Made } from "./made.js";
import { Running } from "./running.js";
import { Spent } from "./spent.js";

/** The actions that a person can start with. */
const BEGINNINGS = [
  { to: "/app/generate", title: "Generate", about: "Picture, film or sound", icon: Sparkles },
  { to: "/app/library", title: "Upload", about: "Files to work with", icon: Images },
  { to: "/app/workflows", title: "Build a workflow", about: "Many steps in one run", icon: Workflow },
  { to: "/app/content", title: "Write", about: "Articles, alone or together", icon: FileText },
] as const;

/** Tells whether data of the page is missing. The sections appear together, so that nothing jumps. */
function useIsAwaited(): boolean {
  const { projectId } = useProject();
  const awaited = [
    useChanged().isAwaited,
    useQuery(session).isPending,
    useQuery(account).isPending,
    useQuery(usage).isPending,
    useQuery(jobs(projectId)).isPending,
    useInfiniteQuery(media({ projectId, kind: null, sort: null })).isPending,
  ];
  const isAwaited = awaited.includes(true);
  // Shown sections stay while a failed one is requested again, because hiding them would restart the requests
  // without end.
  const [shown, setShown] = useState<string | null>();
  useEffect(() => {
    if (!isAwaited) setShown(projectId);
  }, [isAwaited, projectId]);
  return isAwaited && shown !== projectId;
}

/** Shows what a person can start with, the running jobs, the newest files and the spending. */
export function Start() {
  const { data } = useQuery(session);
  const isAwaited = useIsAwaited();
  const name = data?.user.name;
  return (
    <>
      <header className="page-head">
        <h1>{name ? `Hello, ${name}` : "Hello"}</h1>
        <Helpers />
      </header>
      {isAwaited && data === undefined ? (
        <div className="begin" aria-busy>
          <Skeletons count={4} className="place" />
        </div>
      ) : (
        <Overview
          unconfirmed={data?.user.emailVerified === false ? data.user.email : null}
          isAwaited={isAwaited}
        />
      )}
    </>
  );
}

/** Shows the starting actions at once, and the other sections together below them. */
function Overview({ unconfirmed, isAwaited }: { unconfirmed: string | null; isAwaited: boolean }) {
  return (
    <>
      {unconfirmed !== null && (
        <p className="card confirm">
          Your e-mail address is not confirmed yet. <a href="/verify-email">Confirm {unconfirmed}</a>
        </p>
      )}
      <ul className="begin">
        {BEGINNINGS.map(({ to, title, about, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="card">
              <Icon aria-hidden size={22} />
              <span>
                <strong>{title}</strong>
                <span className="soft">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {isAwaited ? (
        <div className="start" aria-busy>
          <div>
            <Skeletons count={1} className="title" />
            <div className="grid">
              <Skeletons count={12} className="tile" />
            </div>
          </div>
          <div>
            <Skeletons count={1} className="title" />
            <div className="card">
              <Skeletons count={6} className="line" />
            </div>
          </div>
        </div>
      ) : (
        <div className="start">
          <div>
            <Running />
            <Made />
          </div>
          <div>
            <Changed />
            <Spent />
          </div>
        </div>
      )}
    </>
  );
}

/** Shows the links for inviting people and connecting programs. */
function Helpers() {
  const { projectId } = useProject();
  const people = (
    <>
      <UserPlus aria-hidden size={18} /> Invite a colleague
    </>
  );
  return (
    <span className="acts-row helpers">
      {projectId === null ? (
        <Link to="/app/account/projects" search={{ invite: true }} className="button">
          {people}
        </Link>
      ) : (
        <Link to="/app/account/projects/$id" params={{ id: projectId }} className="button">
          {people}
        </Link>
      )}
      <Link to="/app/account/agents" className="button">
        <Bot aria-hidden size={18} /> Connect an agent
      </Link>
    </span>
  );
}
