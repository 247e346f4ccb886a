import type { StorageObject } from "../../entities/storage-object.js";
import { loopTurns } from "../../runtime/loop-turns.js";
import type { Reader } from "../../runtime/transaction.js";

/** What a list tells of an object. */
export type ListedObject = Omit<StorageObject, "publishedAt" | "measuredAt">;

export const LISTED =
  "o.id, o.ownerId, o.filename, o.contentType, o.sizeBytes, o.origin, o.state, o.thumb, o.width, o.height, o.durationMs, o.createdAt";

/** Rows that are read in one piece. */
const CHUNK = 5000;
/** Objects that are presented before the event loop may have a turn. */
const SLICE = 50;

/** A database server may send numbers as text. */
export const listedOf = <T extends ListedObject>(row: T): T => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  durationMs: row.durationMs === null ? null : Number(row.durationMs),
  createdAt: Number(row.createdAt),
});

export interface Wanted {
  where: string;
  parameters: readonly unknown[];
  /** The column that orders them, the largest first; an index has it behind what `where` names. */
  key: "createdAt" | "sizeBytes";
  /** Null means all of them. */
  limit: number | null;
  offset: number;
}

/** Gives committed objects in their order, a piece at a time: a list without a limit may have any number of them. */
export async function* readListed(
  read: Reader,
  { where, parameters, key, limit, offset }: Wanted,
): AsyncGenerator<ListedObject[]> {
  let last: ListedObject | null = null;
  for (let left = limit ?? Infinity; left > 0;) {
    const most = Math.min(CHUNK, left);
    const from = last === null ? "" : ` AND o.${key} <= ? AND (o.${key} < ? OR o.id < ?)`;
    const place: unknown[] = last === null ? [] : [last[key], last[key], last.id];
    const rows: ListedObject[] = await read.query<ListedObject>(
      `SELECT ${LISTED} FROM storage_objects o WHERE ${where}${from}
        ORDER BY o.${key} DESC, o.id DESC LIMIT ? OFFSET ?`,
      [...parameters, ...place, most, last === null ? offset : 0],
    );
    const listed = rows.map(listedOf);
    if (listed.length > 0) yield listed;
    last = listed.at(-1) ?? null;
    if (listed.length < most || last === null) return;
    left -= listed.length;
  }
}

/** Presents each object, and gives the event loop turns meanwhile, since there may be any number of objects. */
export async function presentEach<T, R>(all: readonly T[], present: (each: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (let at = 0; at < all.length; at += SLICE) {
    made.push(...(await Promise.all(all.slice(at, at + SLICE).map(present))));
    await loopTurns.pause();
  }
  return made;
}
