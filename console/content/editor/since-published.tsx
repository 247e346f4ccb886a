import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { contentListRevisions } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { CompareRevision, type Revision } from "./compare-revision.js";
import type { DraftSession } from "./session.js";

const AT_ONCE = 100;

/** Shows the draft's changes since the last publish, and offers to restore the published content. */
export function SincePublished({ session }: { session: DraftSession }) {
  const [published, show] = useState<Revision | null>(null);
  const find = useMutation({ mutationFn: () => lastPublished(session.id), onSuccess: show });
  return (
    <>
      {find.error !== null && <Failed error={find.error} />}
      <button
        type="button"
        className="button"
        aria-disabled={find.isPending}
        onClick={() => !find.isPending && find.mutate()}
      >
        See what changed since then
      </button>
      {published !== null && (
        <CompareRevision session={session} revision={published} onClose={() => show(null)} />
      )}
    </>
  );
}

async function lastPublished(id: string): Promise<Revision | null> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const { revisions, total } = await call(contentListRevisions, { id, limit: AT_ONCE, offset });
    const found = revisions.find(({ kind }) => kind === "publish");
    if (found !== undefined) return found;
    if (revisions.length === 0 || offset + revisions.length >= total) return null;
  }
}
