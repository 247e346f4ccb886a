import { useState } from "react";
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import {
  contentGetRevision,
  contentListRevisions,
  contentRestoreRevision,
} from "../../../sdk/generated/operations.js";
import type { ContentListRevisionsResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";
import { differences } from "./differences.js";
import type { DraftSession, Said } from "./session.js";

type Revision = ContentListRevisionsResult["revisions"][number];

const KINDS: Readonly<Record<Revision["kind"], string>> = {
  draft: "Saved",
  publish: "Published",
  unpublish: "Unpublished",
  restore: "Restored",
  delete: "Deleted",
};
const ACTORS = { person: "", key: " by an API key", agent: " by an agent", translation: " by a translation" };

/** What was there before, newest first, and how it differs from the draft. */
export function History({ session, said }: { session: DraftSession; said: Said }) {
  const { id } = session;
  const [open, setOpen] = useState<Revision | null>(null);
  const list = useInfiniteQuery({
    queryKey: ["revisions", id, said.version],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call(contentListRevisions, { id, limit: 30, offset: pageParam }, { signal }),
    getNextPageParam: ({ total, revisions }, _pages, offset) =>
      revisions.length > 0 && offset + revisions.length < total ? offset + revisions.length : null,
  });
  const revisions = list.data?.pages.flatMap((page) => page.revisions);
  return (
    <>
      {list.error !== null && <Failed error={list.error} again={list.refetch} />}
      {revisions === undefined && list.error === null && <Skeletons count={4} className="line" />}
      <ol className="history" aria-label="History">
        {revisions?.map((revision) => (
          <li key={revision.id}>
            <button type="button" onClick={() => setOpen(revision)}>
              <strong>
                {KINDS[revision.kind]}
                {ACTORS[revision.actor?.kind ?? "person"]}
              </strong>
              <span className="soft small">
                {ago(revision.createdAt)},{" "}
                {revision.createdBy?.name ?? revision.createdBy?.email ?? "somebody"}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <button type="button" className="button small" onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
      {open !== null && <Compare session={session} revision={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** A revision beside the draft as it is now. */
function Compare({
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
