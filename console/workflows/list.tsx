import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, Workflow as Sign } from "lucide-react";
import { workflowsCreate } from "../../sdk/generated/operations.js";
import type { WorkflowSummary } from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { useProject } from "../shell/chosen-project.js";
import { ago } from "../words.js";
import { workflows } from "./queries.js";
import { Templates } from "./templates.js";
import "./workflows.css";

/** Returns the mutation that makes a workflow, empty or from a template, and opens it. */
export function useMake() {
  const { projectId } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (templateId: string | null) =>
      call(workflowsCreate, { projectId, ...(templateId !== null && { templateId }) }),
    onSuccess: ({ workflow: { id } }) => {
      void client.invalidateQueries({ queryKey: ["workflows"] });
      return navigate({ to: "/app/workflows/$id", params: { id } });
    },
  });
}

/** Shows the workflows of the project, and the templates of Kiln. */
export function Workflows() {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(workflows(projectId));
  const [text, setText] = useState("");
  const make = useMake();
  const found = data?.workflows.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return (
    <>
      <header className="page-head">
        <h1>Workflows</h1>
        <button
          type="button"
          data-new
          className="button main"
          aria-disabled={make.isPending}
          onClick={() => !make.isPending && make.mutate(null)}
        >
          <Plus aria-hidden size={18} /> New workflow
        </button>
      </header>
      {make.error !== null && <Failed error={make.error} />}
      {error !== null && <Failed error={error} again={refetch} />}
      {(data?.workflows.length ?? 0) > 8 && (
        <input
          className="input workflow-search"
          type="search"
          aria-label="Search workflows by name"
          placeholder="Search by name"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {data === undefined && error === null && (
        <div className="grid workflows" aria-busy>
          <Skeletons count={4} className="tile" />
        </div>
      )}
      {found?.length === 0 &&
        (text === "" ? (
          <div className="card">
            <Empty icon={Sign} title="No workflow yet">
              <p>
                A workflow makes several things from one input. Begin with a template, or with an empty one.
              </p>
            </Empty>
          </div>
        ) : (
          <Empty icon={Sign} title="Nothing has this name" />
        ))}
      {found !== undefined && found.length > 0 && (
        <ul className="grid workflows" aria-label="Workflows">
          {found.map((workflow) => (
            <li key={workflow.id}>
              <Tile workflow={workflow} />
            </li>
          ))}
        </ul>
      )}
      <Templates use={(id) => !make.isPending && make.mutate(id)} isMaking={make.isPending} />
    </>
  );
}

function Tile({
  workflow: { id, name, nodeCount, previewUrl, previewKind, updatedAt },
}: {
  workflow: WorkflowSummary;
}) {
  return (
    <Link to="/app/workflows/$id" params={{ id }} className="tile">
      <span className="thumb">
        {previewUrl !== null && previewKind === "image" ? (
          <img src={previewUrl} alt="" loading="lazy" decoding="async" />
        ) : (
          <Sign aria-hidden size={32} strokeWidth={1.5} />
        )}
      </span>
      <span className="tile-text">
        <span className="tile-name">{name}</span>
        <span className="soft small">
          {nodeCount} {nodeCount === 1 ? "node" : "nodes"}, {ago(updatedAt)}
        </span>
      </span>
    </Link>
  );
}
