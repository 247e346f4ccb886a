import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Workflow as Sign } from "lucide-react";
import { isRefusal } from "../kiln.js";
import { Empty, Failed } from "../parts/states.js";
import { Editor } from "./editor.js";
import { nodeTypes, workflow } from "./queries.js";

const route = getRouteApi("/app/workflows/$id");

/** Shows the page of one workflow. */
export function WorkflowPage() {
  const { id } = route.useParams();
  const one = useQuery(workflow(id));
  const types = useQuery(nodeTypes);
  const error = one.error ?? types.error;
  const opened = useRef<string | null>(null);
  // An open editor stays when a later read fails, because it may have changes that are not saved (rules/console 5).
  if (error !== null && opened.current !== id)
    return (
      <>
        <h1 className="unseen">Workflow</h1>
        {isRefusal(error, "not_found") || isRefusal(error, "invalid_params") ? (
          <Empty icon={Sign} title="There is no such workflow">
            <p>It was deleted, or it belongs to a project that you are not in.</p>
            <Link to="/app/workflows" className="button">
              All workflows
            </Link>
          </Empty>
        ) : (
          <Failed error={error} again={() => Promise.all([one.refetch(), types.refetch()])} />
        )}
      </>
    );
  // The cached workflow of an earlier visit may be old, so the editor waits for a fresh one.
  if (one.data === undefined || types.data === undefined || !one.isFetchedAfterMount)
    return (
      <>
        <h1 className="unseen">Workflow</h1>
        <div className="skeleton workflow-wait" aria-busy />
      </>
    );
  opened.current = id;
  return <Editor key={id} first={one.data.workflow} nodeTypes={types.data.nodeTypes} />;
}
