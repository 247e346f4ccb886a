import { useState } from "react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { contentListRevisions } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Ago } from "../../parts/ago.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { CompareRevision, KINDS, type Revision } from "./compare-revision.js";
import type { DraftSession, Said } from "./session.js";

const ACTORS = { person: "", key: " by an API key", agent: " by an agent", translation: " by a translation" };

/** Shows the revisions, the newest first, and the differences between one of them and the draft. */
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
                <Ago time={revision.createdAt} />,{" "}
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
      {open !== null && <CompareRevision session={session} revision={open} onClose={() => setOpen(null)} />}
    </>
  );
}
