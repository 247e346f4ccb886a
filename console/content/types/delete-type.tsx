import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { contentDeleteType } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { wholeNumber } from "../../words.js";
import type { ContentType } from "../queries.js";

/** Deletes a type, which cannot be undone, after a dialog that tells how many documents go with it. */
export function DeleteType({ type: { id, title, documentCount, projectId } }: { type: ContentType }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call(contentDeleteType, { id, force: documentCount > 0 }),
    onSuccess: async () => {
      // What was changed in it is gone with it.
      await navigate({ to: "/app/content/types", ignoreBlocker: true });
      client.setQueryData<ContentType[]>(["content-types", projectId], (old) =>
        old?.filter((one) => one.id !== id),
      );
      for (const key of ["content-types", "documents"]) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="button icon danger"
        aria-label="Delete the type"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden size={18} />
      </button>
      {isAsking && (
        <Dialog title={`Delete ${title}?`} onClose={() => setAsking(false)}>
          <div className="asked">
            {remove.error !== null && <Failed error={remove.error} />}
            <p>
              {documentCount === 0
                ? "It has no documents."
                : `Its ${wholeNumber(documentCount)} ${documentCount === 1 ? "document goes" : "documents go"} with it, with their history, and readers no longer get them.`}{" "}
              This cannot be undone.
            </p>
            <div className="acts">
              <button type="button" className="button" onClick={() => setAsking(false)}>
                Keep it
              </button>
              <button
                type="button"
                className="button danger"
                disabled={remove.isPending}
                onClick={() => remove.mutate()}
              >
                Delete{documentCount > 0 ? " with its documents" : ""}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
