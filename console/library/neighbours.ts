import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MEDIA_AT_ONCE, mediaAt, type MediaFilter, type MediaPage } from "../queries.js";
import { useRemoved } from "./removal.js";

/** Storage ids of the previous and the next file in the library; null at its ends and while unknown. */
export interface Neighbours {
  before: string | null;
  after: string | null;
}

/**
 * Returns the neighbours of a file. A file that was opened by its address has none if the library has not
 * read its page.
 */
export function useNeighbours(filter: MediaFilter, storageId: string): Neighbours {
  const client = useQueryClient();
  const removed = useRemoved();
  const read = client.getQueriesData<MediaPage>({ queryKey: mediaAt(filter, 0).queryKey.slice(0, -1) });
  const place = placeOf(read, storageId);
  const page = place === null ? 0 : Math.floor(place / MEDIA_AT_ONCE);
  const isKnown = place !== null;
  const pages = [
    useQuery({ ...mediaAt(filter, Math.max(0, page - 1)), enabled: isKnown && page > 0 }).data,
    useQuery({ ...mediaAt(filter, page), enabled: isKnown }).data,
    useQuery({ ...mediaAt(filter, page + 1), enabled: isKnown }).data,
  ];
  if (!isKnown) return { before: null, after: null };
  const ids = pages
    .slice(page > 0 ? 0 : 1)
    .flatMap((each) => each?.objects ?? [])
    .map((file) => file.storageId)
    .filter((id) => id === storageId || !removed.includes(id));
  const at = ids.indexOf(storageId);
  return { before: ids[at - 1] ?? null, after: at < 0 ? null : (ids[at + 1] ?? null) };
}

function placeOf(
  pages: readonly (readonly [readonly unknown[], MediaPage | undefined])[],
  storageId: string,
): number | null {
  for (const [key, page] of pages) {
    const at = page?.objects.findIndex((file) => file.storageId === storageId) ?? -1;
    if (at >= 0) return Number(key.at(-1)) * MEDIA_AT_ONCE + at;
  }
  return null;
}
