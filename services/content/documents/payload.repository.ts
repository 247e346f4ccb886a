import type { DocumentStatus } from "../../../contracts/content-documents.js";
import { chunks, padKeys, placeholders } from "../../../runtime/database/reader.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";

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
    publishedAt AS updatedAt, publishedAt`,
  drafts: `id, projectId, typeId, type, updatedAt AS version, status, createdAt, updatedAt,
    CASE WHEN publishedVersion IS NULL THEN NULL ELSE publishedAt END AS publishedAt`,
};

/** The payload of a perspective and its size. A server would read a whole draft to tell its length. */
const PAYLOAD: Readonly<Record<Perspective, { column: string; bytes: string }>> = {
  published: { column: "published", bytes: "OCTET_LENGTH(published)" },
  drafts: { column: "draft", bytes: "draftBytes" },
};

/** The bytes of payloads that the first statement about some documents reads at most, and one of a scan. */
const MOST_BYTES = { page: 16 * 2 ** 20, scan: 4 * 2 ** 20 };
/**
 * The bytes of large payloads that one statement reads, unless one has more. An embedded database answers nobody else
 * during a statement.
 */
const LARGE_BYTES = 4 * 2 ** 20;

/**
 * Returns the columns of a statement that reads some rows. Payloads of more than `share` bytes are left out, so
 * that the statement is bounded and the sizes take none of their own.
 */
function sizedColumns(perspective: Perspective, share: number): string {
  const { column, bytes } = PAYLOAD[perspective];
  return `${COLUMNS[perspective]}, ${bytes} AS bytes, CASE WHEN ${bytes} <= ${share} THEN ${column} END AS payload`;
}

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
 * Yields documents of a project by id, in parts of some megabytes and in any order; those that the perspective
 * does not have are left out. One statement reads the documents of at most 1,000 ids, and others the large ones
 * among them. The caller checks whether a document's type still exists (`readTypeContexts`).
 */
export async function* readPayloads(
  read: Reader,
  projectId: string,
  perspective: Perspective,
  ids: readonly string[],
): AsyncGenerator<PayloadRow[], void> {
  for (const some of chunks(ids)) {
    const rows = await readSized(read, projectId, perspective, some);
    const whole = rows.filter(isWhole).map(toRow);
    if (whole.length > 0) yield whole;
    const large = rows.filter((row) => !isWhole(row));
    for (const group of inGroups(large)) {
      await loopTurns.pause();
      yield await readWhole(read, projectId, perspective, group);
    }
  }
}

/** What `readSharedPayloads` returns for a document that it does not read. */
export const LARGE = Symbol("large");

/**
 * Returns documents of a project by id, from one statement about at most 1,000 ids that reads 16 MB at most: for
 * one that has more than its share of them, the value is LARGE. Those that the perspective does not have are
 * left out.
 */
export async function readSharedPayloads(
  read: Reader,
  projectId: string,
  perspective: Perspective,
  ids: readonly string[],
): Promise<Map<string, PayloadRow | typeof LARGE>> {
  const rows = await readSized(read, projectId, perspective, ids);
  return new Map(rows.map((row) => [row.id, isWhole(row) ? toRow(row) : LARGE]));
}

/** Reads documents by one statement, which leaves out payloads of more than their share of 16 MB. */
function readSized(
  read: Reader,
  projectId: string,
  perspective: Perspective,
  ids: readonly string[],
): Promise<SizedRow[]> {
  const keys = padKeys(ids);
  return read.prepared<SizedRow>(
    `SELECT ${sizedColumns(perspective, Math.floor(MOST_BYTES.page / keys.length))} FROM content_documents
       WHERE id IN (${placeholders(keys)}) AND ${OF_PROJECT}${VISIBLE[perspective]}`,
    [...keys, projectId],
  );
}

/** Reads documents with their payloads, whatever their size. */
async function readWhole(
  read: Reader,
  projectId: string,
  perspective: Perspective,
  group: readonly Pick<PayloadRow, "id">[],
): Promise<PayloadRow[]> {
  const keys = padKeys(group.map(({ id }) => id));
  const rows = await read.prepared<PayloadRow>(
    `SELECT ${COLUMNS[perspective]}, ${PAYLOAD[perspective].column} AS payload FROM content_documents
       WHERE id IN (${placeholders(keys)}) AND ${OF_PROJECT}${VISIBLE[perspective]}`,
    [...keys, projectId],
  );
  return rows.map(toRow);
}

/** A row as a statement gives it that leaves large payloads out. */
type SizedRow = Omit<PayloadRow, "payload"> & { bytes: number; payload: string | null };

const isWhole = (row: SizedRow): row is PayloadRow & SizedRow => row.payload !== null;

/** Yields rows in their order, in groups whose payloads have 4 MB together, or that are a single row. */
function* inGroups(rows: readonly SizedRow[]): Generator<SizedRow[], void> {
  let group: SizedRow[] = [];
  let sum = 0;
  for (const row of rows) {
    const bytes = Number(row.bytes);
    if (group.length > 0 && sum + bytes > LARGE_BYTES) {
      yield group;
      group = [];
      sum = 0;
    }
    group.push(row);
    sum += bytes;
  }
  if (group.length > 0) yield group;
}

/** The last document of a batch, after which a scan continues. */
export type ScanCursor = Pick<PayloadRow, "createdAt" | "id">;

/**
 * Returns documents of a type after a cursor, oldest first, at most `limit`: their cursors, and their rows in
 * parts of some megabytes, in this order. Fewer than `limit` documents are the last ones. Documents that change
 * meanwhile may be missed or outdated: read the head before the first batch, and the changes after it.
 */
export async function scanPayloads(
  read: Reader,
  typeId: string,
  perspective: Perspective,
  after: ScanCursor | null,
  limit: number,
): Promise<{ cursors: ScanCursor[]; parts: AsyncGenerator<PayloadRow[], void> }> {
  const behind = after === null ? "" : " AND createdAt >= ? AND (createdAt > ? OR id > ?)";
  const rows = await read.query<SizedRow>(
    `SELECT ${sizedColumns(perspective, Math.floor(MOST_BYTES.scan / limit))} FROM content_documents${alongIndex(read)} WHERE typeId = ?${VISIBLE[perspective]}${behind}
       ORDER BY createdAt, id LIMIT ?`,
    [typeId, ...(after === null ? [] : [after.createdAt, after.createdAt, after.id]), limit],
  );
  const cursors = rows.map(({ id, createdAt }) => ({ id, createdAt: Number(createdAt) }));
  return { cursors, parts: partsOf(read, perspective, rows) };
}

/** Yields the rows of a scan in their order, and reads the large payloads among them. */
async function* partsOf(
  read: Reader,
  perspective: Perspective,
  rows: readonly SizedRow[],
): AsyncGenerator<PayloadRow[], void> {
  for (const group of inGroups(rows)) {
    const [first] = group;
    const large = group.filter((row) => !isWhole(row));
    if (first === undefined) continue;
    const found = large.length === 0 ? [] : await readWhole(read, first.projectId, perspective, large);
    // The id of a document that was deleted meanwhile may have been used again, for one of another type.
    const byId = new Map(found.filter(({ typeId }) => typeId === first.typeId).map((row) => [row.id, row]));
    const part = group.flatMap((row) => (isWhole(row) ? toRow(row) : (byId.get(row.id) ?? [])));
    if (part.length > 0) yield part;
  }
}

/**
 * Returns the index hint of a scan. Without it, MariaDB begins each batch at the first document of the type,
 * and passes all documents before the cursor.
 */
const alongIndex = ({ database }: Reader): string =>
  database.dialect === "sqlite" ? "" : " FORCE INDEX (IX_content_documents_type)";

const toRow = ({ bytes: _bytes, ...row }: PayloadRow & { bytes?: number }): PayloadRow => ({
  ...row,
  version: Number(row.version),
  createdAt: Number(row.createdAt),
  updatedAt: Number(row.updatedAt),
  publishedAt: row.publishedAt === null ? null : Number(row.publishedAt),
});
