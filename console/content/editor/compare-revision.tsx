import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentGetRevision, contentRestoreRevision } from "../../../sdk/generated/operations.js";
import type { ContentListRevisionsResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";
import { differences } from "./differences.js";
import type { DraftSession } from "./session.js";

export type Revision = ContentListRevisionsResult["revisions"][number];

export const KINDS: Readonly<Record<Revision["kind"], string>> = {
  draft: "Saved",
  publish: "Published",
  unpublish: "Unpublished",
  restore: "Restored",
  delete: "Deleted",
};

/** Shows the differences between a revision and the current draft. */
export function CompareRevision({
  session,
  revision,
  onClose,
}: {
  session: DraftSession;
  revision: Revision;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useSay();
  const { id } = session;
  const read = useQuery({
    queryKey: ["revision", revision.id],
    queryFn: ({ signal }) => call(contentGetRevision, { id, revisionId: revision.id }, { signal }),
    staleTime: Infinity,
  });
  const restore = useMutation({
    mutationFn: async () => {
      await session.mustSettle();
      await call(contentRestoreRevision, { id, revisionId: revision.id, baseVersion: session.said.version });
      await session.sync();
    },
    onSuccess: () => {
      onClose();
      say("The draft says again what it said then. What it said before is in the history.");
      for (const key of [
        ["document", id],
        ["revisions", id],
      ])
        void client.invalidateQueries({ queryKey: key });
    },
  });
  const found =
    read.data === undefined ? null : differences(read.data.revision.payload, session.fields.toJSON());
  return (
    <Dialog title={`${KINDS[revision.kind]} ${ago(revision.createdAt)}`} className="wide" onClose={onClose}>
      <div className="asked">
        {read.error !== null && <Failed error={read.error} again={read.refetch} />}
        {restore.error !== null && <Failed error={restore.error} />}
        {found === null && read.error === null && <Skeletons count={4} className="line" />}
        {found?.length === 0 && <p>The draft says the same now.</p>}
        {found !== null && found.length > 0 && (
          <p className="soft small">From then to now: what is struck out went, what is underlined came.</p>
        )}
        <dl className="differences">
          {found?.map(({ path, parts }) => (
            <div key={path}>
              <dt>{path}</dt>
              <dd>
                {parts.map(({ value, added, removed }, at) =>
                  added ? (
                    <ins key={at}>{value}</ins>
                  ) : removed ? (
                    <del key={at}>{value}</del>
                  ) : (
                    <span key={at}>{value}</span>
                  ),
                )}
              </dd>
            </div>
          ))}
        </dl>
        <div className="acts">
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="button main"
            disabled={found === null || found.length === 0 || restore.isPending}
            onClick={() => restore.mutate()}
          >
            Restore this
          </button>
        </div>
      </div>
    </Dialog>
  );
}
