import { useMutation, useQueryClient } from "@tanstack/react-query";
import { generationCancel } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { useSay } from "../../shell/toasts.js";

/** Cancels a job that is queued or running. */
export function Cancel({ id, title }: { id: string; title: string }) {
  const client = useQueryClient();
  const say = useSay();
  const cancel = useMutation({
    mutationFn: () => call(generationCancel, { id }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["jobs"] }),
    onError: (error) => say(error.message),
  });
  return (
    <button
      type="button"
      className="button small"
      data-act="first"
      aria-label={`Cancel: ${title}`}
      disabled={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </button>
  );
}
