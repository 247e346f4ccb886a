import type { DocumentStatus } from "../../../contracts/content-documents.js";
import { padKeys, placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";

/** A view of the documents: `published` has the published payloads, `drafts` the draft of each document. */
export type Perspective = "published" | "drafts";

/** A document as one perspective sees it. */
export interface PayloadRow {
  id: string;
  projectId: string;
  typeId: string;
  /** The name of the document's type. */
  type: string;
  /** The version of the row, which grows with each change of its payload or system fields. */
  version: number;
  /** The status of the document; in the perspective `published` it is always `published`. */
  status: DocumentStatus;
  createdAt: number;
  /**
   * The time of the last change; in the perspective `published`, that of the published payload
   * (rules/delivery 12).
   */
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
 * The condition on the project, in a form for which no index is used: the planners would read a project's
 * whole index instead of looking up some ids.
 */
const OF_PROJECT = "(projectId = ?) IS TRUE";

/**
 * Returns documents of a project by id, from one query for at most 1,000; those that the perspective does not
 * have are left out. The caller checks whether a document's type still exists (`readTypeContexts`).
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

/** The last document of a batch, after which a scan continues. */
export type ScanCursor = Pick<PayloadRow, "createdAt" | "id">;

/**
 * Returns documents of a type after a cursor, oldest first. Fewer than `limit` documents are the last ones.
 * Documents that change meanwhile may be missed or outdated: read the head before the first batch, and the
 * changes after it.
 */
export async function scanPayloads(
  read: Reader,
  typeId: string,
  perspective: Perspective,
  after: ScanCursor | null,
  limit: number,
): Promise<PayloadRow[]> {
  const behind = after === null ? "" : " AND createdAt >= ? AND (createdAt > ? OR id > ?)";
  const rows = await read.query<PayloadRow>(
    `SELECT ${COLUMNS[perspective]} FROM content_documents${alongIndex(read)} WHERE typeId = ?${VISIBLE[perspective]}${behind}
       ORDER BY createdAt, id LIMIT ?`,
    [typeId, ...(after === null ? [] : [after.createdAt, after.createdAt, after.id]), limit],
  );
  return rows.map(toRow);
}

/**
 * Returns the index hint of a scan. Without it, MariaDB begins each batch at the first document of the type,
 * and passes all documents before the cursor.
 */
const alongIndex = ({ database }: Reader): string =>
  database.dialect === "sqlite" ? "" : " FORCE INDEX (IX_content_documents_type)";

const toRow = (row: PayloadRow): PayloadRow => ({
  ...row,
  version: Number(row.version),
  createdAt: Number(row.createdAt),
  updatedAt: Number(row.updatedAt),
  publishedAt: row.publishedAt === null ? null : Number(row.publishedAt),
});
