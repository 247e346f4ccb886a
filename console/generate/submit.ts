import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generationCreate } from "../../sdk/generated/operations.js";
import { KilnError } from "../../sdk/kiln-error.js";
import { randomKey } from "../../sdk/random-key.js";
import { call } from "../kiln.js";
import { type Job, type Jobs, type Submission, submitted } from "../queries.js";

interface Given {
  submissions: readonly Submission[];
  /** Hears of each job that was begun, also of those before one that is refused. */
  onBegun?: (job: Job, submission: Submission) => void;
  /** Hears of the end, also where the form is gone by then: whether all were begun. */
  onEnd?: (isWhole: boolean) => void;
}

/** What got no answer, and its key: of this tab, since a form may be left and opened anew in between. */
let lost = { text: "", key: "" };

/** Submits one after another, each once: the same work after a lost answer carries the same key, so that it is never paid twice. */
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
      // A refusal made nothing; only after a lost answer is it the same try.
      if (error instanceof KilnError && error.status >= 400 && error.status < 500)
        lost = { text: "", key: "" };
      onEnd?.(false);
    },
    onSuccess: (_, { onEnd }) => onEnd?.(true),
    onSettled: () => {
      // What can be afforded follows from what was spent.
      for (const key of ["jobs", "account", "estimate"]) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}
