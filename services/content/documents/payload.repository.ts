import type { DocumentStatus } from "../../../contracts/content-documents.js";
import { padKeys, placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";

/** `published`: what was published. `drafts`: the draft of every document. */
export type Perspective = "published" | "drafts";

/** A document as one perspective sees it. */
export interface PayloadRow {
  id: string;
  projectId: string;
  typeId: string;
  /** Name of the type. */
  type: string;
  /** Grows with each change of the row's payload or system fields. */
  version: number;
  /** `published` in the perspective of that name. */
  status: DocumentStatus;
  createdAt: number;
  /** In the published perspective of the published payload (rules/delivery 12). */
  updatedAt: number;
  publishedAt: number | null;
  /** The fields as JSON text. */
  payload: string;
}

const COLUMNS: Readonly<Record<Perspective, string>> = {
  published: `id, projectId, typeId, type, publishedAt AS version, 'published' AS status, createdAt,
    publishedAt AS updatedAt, publishedAt, published AS payload`,
  drafts: `id, projectId, typeId, type, updatedAt AS version, status, createdAt, updatedAt,
    CASE WHEN publishedVersion IS NULL THEN NULL ELSE publishedAt END AS publishedAt, draft AS payload`,
};

const VISIBLE: Readonly<Record<Perspective, string>> = {
  published: " AND publishedVersion IS NOT NULL",
  drafts: "",
};

/**
 * Written so that no index is used for it: the planners would read a project's whole index instead of looking up some
 * ids.
 */
const OF_PROJECT = "(projectId = ?) IS TRUE";

/**
 * Documents of a project by id; those that the perspective does not have are left out. One query, for 1,000 at most.
 * The caller checks whether a document's type still exists (`readTypeContexts`).
 */
export async function readPayloads(
  read: Reader,
  projectId: string,
  perspective: Perspective,
  ids: readonly string[],
): Promise<Map<string, PayloadRow>> {
  if (ids.length === 0) return new Map();
  const keys = padKeys(ids);
  const rows = await read.prepared<PayloadRow>(
    `SELECT ${COLUMNS[perspective]} FROM content_documents
       WHERE id IN (${placeholders(keys)}) AND ${OF_PROJECT}${VISIBLE[perspective]}`,
    [...keys, projectId],
  );
  return new Map(rows.map((row) => [row.id, toRow(row)]));
}

/** Where a scan continues. */
export type ScanPlace = Pick<PayloadRow, "createdAt" | "id">;

/**
 * Documents of a type after a place, oldest first. Fewer than `limit`: these are the last. Documents that change
 * meanwhile may be missed or outdated: read the head before the first batch, and the changes after it.
 */
export async function scanPayloads(
  read: Reader,
  typeId: string,
  perspective: Perspective,
  after: ScanPlace | null,
  limit: number,
): Promise<PayloadRow[]> {
  const place = after === null ? "" : " AND createdAt >= ? AND (createdAt > ? OR id > ?)";
  const rows = await read.query<PayloadRow>(
    `SELECT ${COLUMNS[perspective]} FROM content_documents${alongIndex(read)} WHERE typeId = ?${VISIBLE[perspective]}${place}
       ORDER BY createdAt, id LIMIT ?`,
    [typeId, ...(after === null ? [] : [after.createdAt, after.createdAt, after.id]), limit],
  );
  return rows.map(toRow);
}

/** Left to itself, MariaDB begins each batch at the first document of the type, and passes all that come before the place. */
const alongIndex = ({ database }: Reader): string =>
  database.dialect === "sqlite" ? "" : " FORCE INDEX (IX_content_documents_type)";

const toRow = (row: PayloadRow): PayloadRow => ({
  ...row,
  version: Number(row.version),
  createdAt: Number(row.createdAt),
  updatedAt: Number(row.updatedAt),
  publishedAt: row.publishedAt === null ? null : Number(row.publishedAt),
});
