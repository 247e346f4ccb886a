import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, FolderOpen, Images, Sparkles } from "lucide-react";
import { Skeletons } from "../parts/states.js";
import { account, jobs, media, session, usage } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { Made } from "./made.js";
import { Running } from "./running.js";
import { Spent } from "./spent.js";

/** Whether anything of the page is still awaited: it appears at once, so that nothing jumps. */
function useIsAwaited(): boolean {
  const { projectId } = useProject();
  const awaited = [
    useQuery(session).isPending,
    useQuery(account).isPending,
    useQuery(usage).isPending,
    useQuery(jobs(projectId)).isPending,
    useInfiniteQuery(media({ projectId, kind: null, sort: null })).isPending,
  ];
  return awaited.includes(true);
}

/** What runs, what was made and what was spent; and what one can begin with. */
export function Start() {
  const { data } = useQuery(session);
  const isAwaited = useIsAwaited();
  const name = data?.user.name;
  return (
    <>
      <header className="page-head">
        <h1>{name ? `Hello, ${name}` : "Hello"}</h1>
      </header>
      {isAwaited ? (
        <div className="begin" aria-busy>
          <Skeletons count={4} className="place" />
        </div>
      ) : (
        <Overview unconfirmed={data?.user.emailVerified === false ? data.user.email : null} />
      )}
    </>
  );
}

function Overview({ unconfirmed }: { unconfirmed: string | null }) {
  return (
    <>
      {unconfirmed !== null && (
        <p className="card confirm">
          Your e-mail address is not confirmed yet. <a href="/verify-email">Confirm {unconfirmed}</a>
        </p>
      )}
      <ul className="begin">
        <li>
          <Link to="/app/generate" className="card">
            <Sparkles aria-hidden size={22} />
            <span>
              <strong>Generate</strong>
              <span className="soft">A picture, a film or a sound</span>
            </span>
          </Link>
        </li>
        <li>
          <Link to="/app/library" className="card">
            <Images aria-hidden size={22} />
            <span>
              <strong>Upload</strong>
              <span className="soft">Files to work with</span>
            </span>
          </Link>
        </li>
        <li>
          <Link to="/app/account/projects" className="card">
            <FolderOpen aria-hidden size={22} />
            <span>
              <strong>Share a project</strong>
              <span className="soft">Invites and members</span>
            </span>
          </Link>
        </li>
        <li>
          <Link to="/app/account/agents" className="card">
            <Bot aria-hidden size={22} />
            <span>
              <strong>Connect an agent</strong>
              <span className="soft">And say what it may spend</span>
            </span>
          </Link>
        </li>
      </ul>
      <div className="start">
        <div>
          <Running />
          <Made />
        </div>
        <Spent />
      </div>
    </>
  );
}
