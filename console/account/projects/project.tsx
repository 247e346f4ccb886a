import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FolderX } from "lucide-react";
import { isRefusal } from "../../kiln.js";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { projects } from "../../queries.js";
import { Frame } from "../frame.js";
import { project } from "../queries.js";
import { About } from "./about.js";
import { Ending } from "./ending.js";
import { Invites } from "./invites.js";
import { Members } from "./members.js";
import { Spent } from "./spent.js";
import "./projects.css";

const route = getRouteApi("/app/account/projects/$id");

/** Shows one project: its members, their spending, and to its owner the budget. */
export function ProjectPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(project(id));
  const own = useQuery(projects).data?.defaultProjectId;
  const isOwn = own === id;
  return (
    <Frame title={data === undefined ? "Project" : isOwn ? "My space" : data.project.name}>
      <p className="back">
        <Link to="/app/account/projects">All projects</Link>
      </p>
      {error !== null &&
        (isRefusal(error, "not_found") || isRefusal(error, "invalid_params") ? (
          <div className="card">
            <Empty icon={FolderX} title="There is no such project">
              <p>It was deleted, or you are not a member of it.</p>
            </Empty>
          </div>
        ) : (
          <Failed error={error} again={refetch} />
        ))}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={2} className="account-card" />
        </div>
      )}
      {data !== undefined && own !== undefined && (
        <div className="project-page">
          <div className="project-people">
            <Members detail={data} isOwn={isOwn} />
            {data.invites !== undefined && !isOwn && <Invites detail={data} invites={data.invites} />}
            <Spent projectId={id} />
          </div>
          <div className="project-people">
            <About detail={data} isOwn={isOwn} />
            {!isOwn && <Ending detail={data} />}
          </div>
        </div>
      )}
    </Frame>
  );
}
