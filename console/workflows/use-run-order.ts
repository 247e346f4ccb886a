import { useRef } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { workflowsEstimate, workflowsExecute } from "../../sdk/generated/operations.js";
import type { KilnError } from "../../sdk/kiln-error.js";
import { call } from "../kiln.js";
import { randomKey } from "../../sdk/random-key.js";
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
 * does not run twice.
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
  // The same order after a lost answer carries the same key.
  const last = useRef({ text: "", key: "" });
  const start = useMutation({
    mutationFn: () => {
      const text = JSON.stringify([order, graph]);
      if (last.current.text !== text) last.current = { text, key: randomKey() };
      return call(workflowsExecute, order, { idempotencyKey: last.current.key });
    },
    onSuccess: ({ run }) => {
      client.setQueryData(["run", run.id], { run });
      void client.invalidateQueries({ queryKey: ["runs", workflowId] });
      onStarted(run.id);
    },
    onError: (error) => {
      const { status } = error as KilnError;
      if (status >= 400 && status < 500) last.current = { text: "", key: "" };
    },
  });
  return { estimate, start };
}
