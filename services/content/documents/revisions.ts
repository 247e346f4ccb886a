import type { ContentFields } from "../../../contracts/content-schema.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import type {
  ContentRevisionView,
  getRevision as getContract,
  listRevisions as listContract,
} from "../../../contracts/content-documents.js";
import { notFound } from "../../../contracts/errors.js";
import { getProfiles } from "../../../contracts/identity.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { ActionContext } from "../../../runtime/context.js";
import type { Reader } from "../../../runtime/transaction.js";

interface Row {
  id: string;
  kind: ContentRevisionView["kind"];
  version: number;
  schemaVersion: number;
  createdById: string | null;
  createdAt: number;
  /** Of the document, which knows the version of a revision that takes saves in. */
  draftVersion: number;
  draftSchemaVersion: number;
  history: string;
}

const COLUMNS = `r.id AS id, r.kind AS kind, r.version AS version, r.schemaVersion AS schemaVersion,
  r.createdById AS createdById, r.createdAt AS createdAt,
  d.draftVersion AS draftVersion, d.schemaVersion AS draftSchemaVersion, d.history AS history`;
const FROM = "content_revisions r JOIN content_documents d ON d.id = r.documentId WHERE r.documentId = ?";

/** The history of a document, newest first; no payload is read (decisions 10). */
export async function listRevisions(
  read: Reader,
  context: ActionContext,
  { id, limit, offset }: ParamsOf<typeof listContract>,
): Promise<ResultOf<typeof listContract>> {
  const [rows, counted] = await Promise.all([
    read.query<Row>(`SELECT ${COLUMNS} FROM ${FROM} ORDER BY r.seq DESC LIMIT ? OFFSET ?`, [
      id,
      limit,
      offset,
    ]),
    read.query<{ total: number }>("SELECT COUNT(*) AS total FROM content_revisions WHERE documentId = ?", [
      id,
    ]),
  ]);
  return { revisions: await present(context, rows), total: Number(counted[0]?.total ?? 0), limit, offset };
}

/** One revision with its payload. Throws `not_found`, also for a revision of another document. */
export async function getRevision(
  read: Reader,
  context: ActionContext,
  { id, revisionId }: ParamsOf<typeof getContract>,
): Promise<ResultOf<typeof getContract>> {
  const found = await findRevision(read, id, revisionId);
  const [revision] = found === null ? [] : await present(context, [found.row]);
  if (found === null || revision === undefined) throw notFound("Unknown revision.");
  return { revision: { ...revision, payload: found.payload } };
}

/** What the draft said in a revision. Throws `not_found`. */
export async function readPayload(read: Reader, id: string, revisionId: string): Promise<ContentFields> {
  const found = await findRevision(read, id, revisionId);
  if (found === null) throw notFound("Unknown revision.");
  return found.payload;
}

/** By one query, so that the draft cannot move on in between (see entities/content-revision). */
async function findRevision(
  read: Reader,
  id: string,
  revisionId: string,
): Promise<{ row: Row; payload: ContentFields } | null> {
  const [row] = await read.query<Row & { payloadText: string }>(
    `SELECT ${COLUMNS}, COALESCE(r.payload,
       (SELECT n.payload FROM content_revisions n
          WHERE n.documentId = r.documentId AND n.seq > r.seq AND n.payload IS NOT NULL ORDER BY n.seq LIMIT 1),
       d.draft) AS payloadText
     FROM ${FROM} AND r.id = ?`,
    [id, revisionId],
  );
  if (row === undefined) return null;
  return { row, payload: JSON.parse(row.payloadText) as ContentFields };
}

async function present(context: ActionContext, rows: readonly Row[]): Promise<ContentRevisionView[]> {
  const accountIds = [...new Set(rows.flatMap(({ createdById }) => createdById ?? []))];
  const { profiles } =
    accountIds.length === 0 ? { profiles: [] } : await context.call(getProfiles, { accountIds });
  const people = new Map(profiles.map(({ id, email, name }) => [id, { id, email, name }]));
  return rows.map((row) => {
    const { id: newest, open } = JSON.parse(row.history) as ContentDocument["history"];
    const isOpen = open !== null && newest === row.id;
    return {
      id: row.id,
      kind: row.kind,
      version: Number(isOpen ? row.draftVersion : row.version),
      schemaVersion: Number(isOpen ? row.draftSchemaVersion : row.schemaVersion),
      createdAt: new Date(Number(row.createdAt)).toISOString(),
      createdBy: row.createdById === null ? null : (people.get(row.createdById) ?? null),
    };
  });
}
