import { AuditEntry } from "../../../entities/audit-entry.js";
import { LessThan } from "typeorm";
import { deleteAll } from "../../database/delete-batch.js";
import type { Host } from "../../process/host.js";
import { placeholders } from "../../database/reader.js";
import type { Reader } from "../../database/transaction.js";

export type { AuditEntry } from "../../../entities/audit-entry.js";

export interface EntryQuery {
  /** The account whose acts are wanted, together with the acts of others on its resources. */
  accountId?: string | undefined;
  projectId?: string | undefined;
  action?: string | undefined;
  resourceId?: string | undefined;
  /**
   * A text within the action or the id of the changed resource, or accounts of which one acted or owns the
   * resource.
   */
  search?: { text: string; accountIds: readonly string[] } | undefined;
  limit: number;
  offset: number;
}

interface Condition {
  sql: string;
  values: readonly unknown[];
}

const ALL: Condition = { sql: "1 = 1", values: [] };

/**
 * Returns a page of the entries, newest first, and their total number. An account's entries are two ranges of
 * two indexes, of which no more is read than the page needs.
 */
export async function readEntries(
  read: Reader,
  query: EntryQuery,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const ranges = rangesOf(query).map((range) => both(range, restOf(query)));
  const { limit, offset } = query;
  const page = ranges
    .map(({ sql }) => `SELECT * FROM (SELECT id FROM audit_entries WHERE ${sql} ORDER BY id DESC LIMIT ?) r`)
    .join(" UNION ALL ");
  const rows = await read.query<Record<string, unknown>>(
    `SELECT a.* FROM audit_entries a JOIN (${page}) p ON p.id = a.id ORDER BY a.id DESC LIMIT ? OFFSET ?`,
    [...ranges.flatMap(({ values }) => [...values, limit + offset]), limit, offset],
  );
  let total = 0;
  for (const { sql, values } of ranges) {
    const [counted] = await read.query<{ n: number }>(
      `SELECT COUNT(*) AS n FROM audit_entries WHERE ${sql}`,
      values,
    );
    total += Number(counted?.n ?? 0);
  }
  return { entries: rows.map((row) => read.entity(AuditEntry, row)), total };
}

/** Returns the ranges of a query, which do not overlap. */
function rangesOf({ accountId, projectId }: EntryQuery): Condition[] {
  if (accountId === undefined)
    return [projectId === undefined ? ALL : { sql: "projectId = ?", values: [projectId] }];
  const ofProject = projectId === undefined ? ALL : { sql: "projectId = ?", values: [projectId] };
  return [
    both({ sql: "actorId = ?", values: [accountId] }, ofProject),
    both(
      { sql: "ownerId = ? AND (actorId IS NULL OR actorId <> ?)", values: [accountId, accountId] },
      ofProject,
    ),
  ];
}

function restOf({ action, resourceId, search }: EntryQuery): Condition {
  let rest = ALL;
  if (action !== undefined) rest = both(rest, { sql: "action = ?", values: [action] });
  if (resourceId !== undefined) rest = both(rest, { sql: "resourceId = ?", values: [resourceId] });
  return search === undefined ? rest : both(rest, found(search));
}

function found({ text, accountIds }: NonNullable<EntryQuery["search"]>): Condition {
  const inText = "INSTR(LOWER(action), ?) > 0 OR INSTR(LOWER(COALESCE(resourceId, '')), ?) > 0";
  if (accountIds.length === 0) return { sql: `(${inText})`, values: [text, text] };
  const among = placeholders(accountIds);
  return {
    sql: `(${inText} OR actorId IN (${among}) OR ownerId IN (${among}))`,
    values: [text, text, ...accountIds, ...accountIds],
  };
}

const both = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} AND ${other.sql}`,
  values: [...one.values, ...other.values],
});

/**
 * Removes entries older than `olderThanMs` in bounded batches, found by their ids, which begin with the time.
 */
export async function sweepEntries(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  olderThanMs: number,
): Promise<void> {
  const first = firstIdAt(Date.now() - olderThanMs);
  await deleteAll<AuditEntry>(host, signal, AuditEntry, { id: LessThan(first) });
}

/** Returns the smallest UUID of version 7 of a time. */
function firstIdAt(at: number): string {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
