import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { EllipsisVertical } from "lucide-react";
import { contentDeleteDocument, contentUnpublishDocument } from "../../../sdk/generated/operations.js";
import { call, isRefusal } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { useSay } from "../../shell/toasts.js";
import type { Document } from "../queries.js";
import type { DraftSession } from "./session.js";

const VERBS = {
  unpublish: {
    title: "Unpublish",
    says: "Readers no longer get it. The draft and its history stay.",
    done: "Readers no longer get it.",
  },
  delete: {
    title: "Delete",
    says: "The document goes with its history, and readers no longer get it. This cannot be undone.",
    done: "The document is deleted.",
  },
} as const;

/** Shows the menu of the rarely used actions. */
export function More({ session, document }: { session: DraftSession; document: Document }) {
  const [verb, setVerb] = useState<keyof typeof VERBS | null>(null);
  return (
    <details className="menu">
      <summary className="button plain icon" aria-label="More">
        <EllipsisVertical aria-hidden size={18} />
      </summary>
      <div>
        {document.publishedAt !== null && (
          <button type="button" onClick={() => setVerb("unpublish")}>
            Unpublish
          </button>
        )}
        <button type="button" onClick={() => setVerb("delete")}>
          Delete
        </button>
      </div>
      {verb !== null && (
        <Ask session={session} verb={verb} document={document} onClose={() => setVerb(null)} />
      )}
    </details>
  );
}

function Ask({
  session,
  verb,
  document: { id, title },
  onClose,
}: {
  session: DraftSession;
  verb: keyof typeof VERBS;
  document: Document;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const words = VERBS[verb];
  const act = useMutation({
    mutationFn: async (force: boolean) => {
      if (verb === "delete") await call(contentDeleteDocument, { id, force });
      else await call(contentUnpublishDocument, { id, force });
    },
    onSuccess: async () => {
      onClose();
      say(words.done);
      if (verb === "delete") {
        session.giveUp();
        await navigate({ to: "/app/content" });
      } else void client.invalidateQueries({ queryKey: ["document", id] });
      for (const key of [["revisions", id], ["documents"], ["content-types"]])
        void client.invalidateQueries({ queryKey: key });
    },
  });
  // Published documents refer to this one; the service's message names them.
  const isInTheWay = isRefusal(act.error, "conflict");
  return (
    <Dialog title={`${words.title} ${title?.trim() ? title : "the document"}?`} onClose={onClose}>
      <div className="asked">
        <p>{words.says}</p>
        {act.error !== null && <Failed error={act.error} />}
        <div className="acts">
          <button type="button" className="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="button"
            className="button danger"
            disabled={act.isPending}
            onClick={() => act.mutate(isInTheWay)}
          >
            {isInTheWay ? `${words.title} all the same` : words.title}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
