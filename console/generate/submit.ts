import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generationCreate } from "../../sdk/generated/operations.js";
import { orders } from "../kept-orders.js";
import { call } from "../kiln.js";
import { type Job, type Submission, submitted } from "../queries.js";
import type { Jobs } from "../live.js";

interface Given {
  submissions: readonly Submission[];
  /** Called for each started job, even if a later submission is refused. */
  onBegun?: (job: Job, submission: Submission) => void;
  /** Called at the end, even if the form is gone by then, with whether all jobs were started. */
  onEnd?: (isWhole: boolean) => void;
}

/**
 * Returns the mutation that sends submissions one after another. A submission that is repeated after a lost
 * answer carries the same key, so that nobody pays twice.
 */
export function useSubmit(projectId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ submissions, onBegun }: Given) => {
      for (const submission of submissions) {
        const { job } = await orders.send(["generate", submission], (idempotencyKey) =>
          call(generationCreate, submitted(submission), { idempotencyKey }),
        );
        client.setQueryData<Jobs>(["jobs", projectId], (old) =>
          old === undefined || old.jobs.some(({ id }) => id === job.id)
            ? old
            : { ...old, jobs: [job, ...old.jobs], total: old.total + 1 },
        );
        onBegun?.(job, submission);
      }
    },
    onError: (_error, { onEnd }) => onEnd?.(false),
    onSuccess: (_, { onEnd }) => onEnd?.(true),
    onSettled: () => {
      // The affordable amount changes with the spending.
      for (const key of ["jobs", "account", "estimate"]) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}
