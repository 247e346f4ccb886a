import { invalidParams } from "../contracts/errors.js";
import type { Reader } from "./transaction.js";

/** Rows that are read in one piece. */
const PIECE = 5000;
/** A list without a limit has no more: it lies in memory until it is rendered. */
const MAX_WHOLE = 50_000;

export interface ListRead {
  /** The columns and tables; names `order` and `id` under the aliases that stand there. */
  select: string;
  /** The condition, with `?` for its parameters. */
  where: string;
  parameters: readonly unknown[];
  /** The column that orders the rows, and the name that its value has in a row. An index has it behind what `where` names. */
  order: { by: string; as: string; goes: "up" | "down" };
  /** The same of the id that breaks ties. */
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
  { select, where, parameters, order, id, limit, offset }: ListRead,
): AsyncGenerator<R[]> {
  const [before, way] = order.goes === "up" ? [">", "ASC"] : ["<", "DESC"];
  const behind = ` AND ${order.by} ${before}= ? AND (${order.by} ${before} ? OR ${id.by} ${before} ?)`;
  let last: Record<string, unknown> | null = null;
  for (let left = limit ?? Infinity; left > 0;) {
    const most = Math.min(PIECE, left);
    const place: unknown[] = last === null ? [] : [last[order.as], last[order.as], last[id.as]];
    const rows: R[] = await read.query<R>(
      `${select} WHERE ${where}${last === null ? "" : behind}
        ORDER BY ${order.by} ${way}, ${id.by} ${way} LIMIT ? OFFSET ?`,
      [...parameters, ...place, most, last === null ? offset : 0],
    );
    if (rows.length > 0) yield rows;
    last = (rows.at(-1) ?? null) as Record<string, unknown> | null;
    if (rows.length < most || last === null) return;
    left -= rows.length;
  }
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
