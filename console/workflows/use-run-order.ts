import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { workflowsEstimate, workflowsExecute } from "../../sdk/generated/operations.js";
import { orders } from "../kept-orders.js";
import { call } from "../kiln.js";
import { useProject } from "../shell/chosen-project.js";
import type { Graph } from "./queries.js";

interface Given {
  workflowId: string;
  graph: Graph;
  inputs: Record<string, unknown>;
  reuse: boolean;
  onStarted: (runId: string) => void;
}

/**
 * Returns the price of a run and the mutation that starts it. A start that is repeated after a lost answer
 * does not run twice, even from a window that was closed and opened again.
 */
export function useRunOrder({ workflowId, graph, inputs, reuse, onStarted }: Given) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const order = { id: workflowId, inputs, reuse, ...(projectId !== null && { projectId }) };
  const estimate = useQuery({
    queryKey: ["run-estimate", order, graph],
    queryFn: ({ signal }) => call(workflowsEstimate, order, { signal }),
    gcTime: 0,
    retry: false,
  });
  const start = useMutation({
    mutationFn: () =>
      orders.send(["run", order, graph], (idempotencyKey) =>
        call(workflowsExecute, order, { idempotencyKey }),
      ),
    onSuccess: ({ run }) => {
      client.setQueryData(["run", run.id], { run });
      void client.invalidateQueries({ queryKey: ["runs", workflowId] });
      onStarted(run.id);
    },
  });
  return { estimate, start };
}
