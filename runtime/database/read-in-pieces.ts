import { invalidParams } from "../../contracts/errors.js";
import type { PageCursor } from "../../contracts/pagination.js";
import type { Reader } from "./transaction.js";

/** The number of rows that are read in one piece. */
const PIECE = 5000;
/** The number of rows in a piece of a list that is sent piece by piece. Each reader holds one such piece in memory. */
const SENT_PIECE = 2000;
/** The most rows of a list without a limit that is made in one piece, since it stays in memory until it is rendered. */
const MAX_WHOLE = 50_000;

export interface ListRead {
  /** The SELECT with its columns and tables. It gives the columns of `order` and `id` under the aliases that stand there. */
  select: string;
  /** The condition, with `?` for its parameters. */
  where: string;
  parameters: readonly unknown[];
  /** The column that orders the rows, and its alias in a row. An index has this column behind those that `where` names. */
  order: { by: string; as: string; goes: "up" | "down" };
  /** The column of the id, which breaks ties, and its alias in a row. */
  id: { by: string; as: string };
  /** The most rows to read; null means all of them. */
  limit: number | null;
  offset: number;
}

/**
 * Yields the rows of a list in their order, one piece at a time. Each piece begins behind the last row of the piece before
 * it, so that rows which are added meanwhile make no row come twice.
 */
export async function* readInPieces<R extends object>(
  read: Reader,
  { limit, offset, ...list }: ListRead,
): AsyncGenerator<R[]> {
  let after: PageCursor | null = null;
  for (let left = limit ?? Infinity; left > 0;) {
    const most = Math.min(PIECE, left);
    const { rows, next }: Piece<R> = await readPiece<R>(read, list, { after, offset, most });
    if (rows.length > 0) yield rows;
    if (next === null) return;
    after = next;
    left -= rows.length;
  }
}

export interface Piece<R> {
  rows: R[];
  /** The position of the last row; null when there are no more rows. */
  next: PageCursor | null;
}

/** Reads the rows behind `after`, or without it those behind the first `offset` rows. */
export async function readPiece<R extends object>(
  read: Reader,
  { select, where, parameters, order, id }: Omit<ListRead, "limit" | "offset">,
  { after, offset, most = SENT_PIECE }: { after: PageCursor | null; offset: number; most?: number },
): Promise<Piece<R>> {
  const [before, way] = order.goes === "up" ? [">", "ASC"] : ["<", "DESC"];
  const behind = ` AND ${order.by} ${before}= ? AND (${order.by} ${before} ? OR ${id.by} ${before} ?)`;
  const cursor = after === null ? [] : [after.at, after.at, after.id];
  const rows = await read.query<R>(
    `${select} WHERE ${where}${after === null ? "" : behind}
      ORDER BY ${order.by} ${way}, ${id.by} ${way} LIMIT ? OFFSET ?`,
    [...parameters, ...cursor, most, after === null ? offset : 0],
  );
  const last = rows.length < most ? undefined : (rows.at(-1) as Record<string, string | number> | undefined);
  const next = last === undefined ? null : { at: last[order.as] ?? "", id: String(last[id.as]) };
  return { rows, next };
}

/** Throws `invalid_params` for a list without a limit that has too many rows for one answer. */
export function requireWhole(
  total: number,
  { limit, offset }: { limit?: number | undefined; offset: number },
): void {
  if (limit !== undefined || total - offset <= MAX_WHOLE) return;
  throw invalidParams(
    `limit: these are ${(total - offset).toLocaleString("en")}, and a list without a limit has at most ${MAX_WHOLE.toLocaleString("en")}. Ask for a part with limit and offset.`,
  );
}
