import { invalidParams } from "../../contracts/errors.js";
import type { PageCursor } from "../../contracts/pagination.js";
import type { Reader } from "./transaction.js";

/** Rows that are read in one piece. */
const PIECE = 5000;
/** The size of a piece of a list that is sent piece by piece: so much of it lies in memory for each reader. */
const SENT_PIECE = 2000;
/** A list without a limit that is made in one piece has no more: it lies in memory until it is rendered. */
const MAX_WHOLE = 50_000;

export interface ListRead {
  /** The columns and tables; names `order` and `id` under the aliases that stand there. */
  select: string;
  /** The condition, with `?` for its parameters. */
  where: string;
  parameters: readonly unknown[];
  /** The column that orders the rows, and the name that its value has in a row. An index has it behind what `where` names. */
  order: { by: string; as: string; goes: "up" | "down" };
  /** The column of the id that breaks ties. */
  id: { by: string; as: string };
  /** Null means all of them. */
  limit: number | null;
  offset: number;
}

/**
 * Gives the rows of a list in their order, a piece at a time. Each piece begins behind the last row of the one before, so
 * that rows which come meanwhile are in no piece twice.
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
  /** The last of them; null when there are no more. */
  next: PageCursor | null;
}

/** Gives the rows behind `after`, or those behind the first `offset` ones. */
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
