import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generationCreate } from "../../sdk/generated/operations.js";
import { KilnError } from "../../sdk/kiln-error.js";
import { randomKey } from "../../sdk/random-key.js";
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
 * The submission that got no answer, and its key. It is kept outside of the form, which may be left and
 * opened again.
 */
let lost = { text: "", key: "" };

/**
 * Returns the mutation that sends submissions one after another. A submission that is repeated after a lost
 * answer carries the same key, so that nobody pays twice.
 */
export function useSubmit(projectId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ submissions, onBegun }: Given) => {
      for (const submission of submissions) {
        const text = JSON.stringify(submission);
        if (lost.text !== text) lost = { text, key: randomKey() };
        const { job } = await call(generationCreate, submitted(submission), { idempotencyKey: lost.key });
        lost = { text: "", key: "" };
        client.setQueryData<Jobs>(["jobs", projectId], (old) =>
          old === undefined || old.jobs.some(({ id }) => id === job.id)
            ? old
            : { ...old, jobs: [job, ...old.jobs], total: old.total + 1 },
        );
        onBegun?.(job, submission);
      }
    },
    onError: (error, { onEnd }) => {
      // A refused submission started nothing, so the next try gets a new key.
      if (error instanceof KilnError && error.status >= 400 && error.status < 500)
        lost = { text: "", key: "" };
      onEnd?.(false);
    },
    onSuccess: (_, { onEnd }) => onEnd?.(true),
    onSettled: () => {
      // The affordable amount changes with the spending.
      for (const key of ["jobs", "account", "estimate"]) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}
