import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { ago } from "../words.js";
import { workflow as workflowOf, workflows } from "../workflows/queries.js";
import { inputsIn } from "./input-node.js";
import { putIntoNewWorkflow, putIntoWorkflow } from "./into-workflow.js";
import { PickFrom, type Row } from "./pick-from.js";
import { SendForm } from "./send-form.js";
import { Among, type Target } from "./target.js";

/** Number of workflows that are shown, the latest changes first; a search finds the others. */
const SHOWN = 8;

/** Chooses a workflow, or a new one, and the input node that gets the file. */
export function ToWorkflow({ storageId, kind, projectId, sending }: Target) {
  const { data } = useQuery(workflows(projectId));
  const [chosen, choose] = useState<Row | null>(null);
  const [node, setNode] = useState("");
  const opened = useQuery({ ...workflowOf(chosen?.id ?? ""), enabled: chosen !== null });
  const inputs = opened.data === undefined ? [] : inputsIn(opened.data.workflow.graph, kind);
  const nodeId = inputs.some((input) => input.id === node) ? node : null;
  const file = { storageId, kind, projectId };
  return (
    <SendForm
      sending={sending}
      put={
        data &&
        (() => (chosen === null ? putIntoNewWorkflow(file) : putIntoWorkflow(chosen.id, nodeId, file)))
      }
    >
      <Workflows projectId={projectId} chosen={chosen} choose={choose} />
      {inputs.length > 0 && (
        <Among
          label="Input"
          options={[
            { id: "", title: "New input" },
            ...inputs.map((input) => ({
              id: input.id,
              title: input.storageId === null ? `${input.id} (empty)` : `Replace the file of ${input.id}`,
            })),
          ]}
          value={nodeId ?? ""}
          set={setNode}
        />
      )}
    </SendForm>
  );
}

interface ListGiven {
  projectId: string | null;
  chosen: Row | null;
  choose: (row: Row | null) => void;
}

function Workflows({ projectId, chosen, choose }: ListGiven) {
  const { data, error, refetch } = useQuery(workflows(projectId));
  const [text, setText] = useState("");
  const found = data?.workflows
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ id, name, nodeCount, updatedAt }) => ({
      id,
      title: name,
      more: `${nodeCount} ${nodeCount === 1 ? "node" : "nodes"}, ${ago(updatedAt)}`,
    }));
  return (
    <PickFrom
      label="Workflow"
      name="send-workflow"
      isNew="New workflow"
      search={(data?.workflows.length ?? 0) > SHOWN ? { label: "Search by name", text, set: setText } : null}
      rows={found?.slice(0, SHOWN)}
      error={error}
      again={refetch}
      chosen={chosen}
      choose={choose}
    />
  );
}
