import { useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generationCreate } from "../../sdk/generated/operations.js";
import { KilnError } from "../../sdk/kiln-error.js";
import { call } from "../kiln.js";
import { type Jobs, type Submission, submitted } from "../queries.js";
import { randomKey } from "../../sdk/random-key.js";

/** Submits once: the same work after a lost answer carries the same key, so that it is never paid twice. */
export function useSubmit(projectId: string | null) {
  const client = useQueryClient();
  const last = useRef({ text: "", key: "" });
  return useMutation({
    mutationFn: (submission: Submission) => {
      const text = JSON.stringify(submission);
      if (last.current.text !== text) last.current = { text, key: randomKey() };
      return call(generationCreate, submitted(submission), { idempotencyKey: last.current.key });
    },
    onSuccess: ({ job }) => {
      last.current = { text: "", key: "" };
      client.setQueryData<Jobs>(["jobs", projectId], (old) =>
        old === undefined || old.jobs.some(({ id }) => id === job.id)
          ? old
          : { ...old, jobs: [job, ...old.jobs], total: old.total + 1 },
      );
      void client.invalidateQueries({ queryKey: ["jobs"] });
      void client.invalidateQueries({ queryKey: ["account"] });
    },
    onError: (error) => {
      // A refusal made nothing; only after a lost answer is it the same try.
      if (error instanceof KilnError && error.status >= 400 && error.status < 500)
        last.current = { text: "", key: "" };
    },
  });
}
