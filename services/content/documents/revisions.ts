import type {
  ContentRevisionView,
  getRevision as getContract,
  listRevisions as listContract,
} from "../../../contracts/content-documents.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { notFound } from "../../../contracts/errors.js";
import { getProfiles } from "../../../contracts/identity.js";
import type { HistoryMark } from "../../../entities/content-document.js";
import type { ContentRevision } from "../../../entities/content-revision.js";
import type { ActionContext } from "../../../runtime/context.js";
import type { Reader } from "../../../runtime/transaction.js";

type Row = Pick<
  ContentRevision,
  "id" | "kind" | "version" | "schemaVersion" | "createdById" | "actor" | "createdAt"
>;

const COLUMNS = ["id", "kind", "version", "schemaVersion", "createdById", "actor", "createdAt"];

/** What a document's row stores of the newest revision. */
interface Newest {
  historyText: string;
  draftVersion: number;
  draftSchemaVersion: number;
}

const NEWEST =
  "d.history AS historyText, d.draftVersion AS draftVersion, d.schemaVersion AS draftSchemaVersion";

const unknown = () => notFound("Unknown revision.");

/** The history of a document, newest first; no payload is read (decisions 10). */
export async function listRevisions(
  read: Reader,
  context: ActionContext,
  { id, limit, offset }: ParamsOf<typeof listContract>,
): Promise<ResultOf<typeof listContract>> {
  const [document] = await read.query<Newest>(`SELECT ${NEWEST} FROM content_documents d WHERE d.id = ?`, [
    id,
  ]);
  if (document === undefined) throw notFound("Unknown document.");
  const { mark, newest } = newestOf(document);
  // newer revisions are not part of the list
  const before = [id, mark.seq];
  const [rows, counted] = await Promise.all([
    read.query<Row>(
      `SELECT ${COLUMNS.join(", ")} FROM content_revisions WHERE documentId = ? AND seq < ?
         ORDER BY seq DESC LIMIT ? OFFSET ?`,
      [...before, offset === 0 ? limit - 1 : limit, Math.max(0, offset - 1)],
    ),
    read.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM content_revisions WHERE documentId = ? AND seq < ?",
      before,
    ),
  ]);
  return {
    revisions: await present(context, offset === 0 ? [newest, ...rows] : rows),
    total: Number(counted[0]?.total ?? 0) + 1,
    limit,
    offset,
  };
}

/** One revision with its payload. Throws `not_found`, also for a revision of another document. */
export async function getRevision(
  read: Reader,
  context: ActionContext,
  { id, revisionId }: ParamsOf<typeof getContract>,
): Promise<ResultOf<typeof getContract>> {
  const { row, payload } = await findRevision(read, id, revisionId);
  const [revision] = await present(context, [row]);
  if (revision === undefined) throw unknown();
  return { revision: { ...revision, payload } };
}

/** The draft of a revision. Throws `not_found`. */
export const readPayload = async (read: Reader, id: string, revisionId: string): Promise<ContentFields> =>
  (await findRevision(read, id, revisionId)).payload;

type Found = Newest & { [Column in keyof Row]: Row[Column] | null } & { payloadText: string };

/** One query, so that the draft cannot change in between (see entities/content-revision). */
async function findRevision(
  read: Reader,
  id: string,
  revisionId: string,
): Promise<{ row: Row; payload: ContentFields }> {
  const [found] = await read.query<Found>(
    `SELECT ${NEWEST}, ${COLUMNS.map((column) => `r.${column} AS ${column}`).join(", ")}, COALESCE(r.payload,
       (SELECT n.payload FROM content_revisions n
          WHERE n.documentId = d.id AND n.seq > r.seq AND n.payload IS NOT NULL ORDER BY n.seq LIMIT 1),
       d.draft) AS payloadText
     FROM content_documents d LEFT JOIN content_revisions r ON r.documentId = d.id AND r.id = ? WHERE d.id = ?`,
    [revisionId, id],
  );
  if (found === undefined) throw unknown();
  const { mark, newest } = newestOf(found);
  const row = mark.id === revisionId ? newest : toRow(found);
  if (row === null) throw unknown();
  return { row, payload: JSON.parse(found.payloadText) as ContentFields };
}

/** Null where the join found none. */
function toRow({ id, kind, version, schemaVersion, createdById, actor, createdAt }: Found): Row | null {
  if (id === null || kind === null || version === null || schemaVersion === null || createdAt === null)
    return null;
  return { id, kind, version, schemaVersion, createdById, actor, createdAt };
}

function newestOf({ historyText, draftVersion, draftSchemaVersion }: Newest): {
  mark: HistoryMark;
  newest: Row;
} {
  const mark = JSON.parse(historyText) as HistoryMark;
  const newest = {
    id: mark.id,
    kind: mark.kind,
    version: draftVersion,
    schemaVersion: draftSchemaVersion,
    createdById: mark.by,
    actor: mark.actor ?? null,
    createdAt: mark.at,
  };
  return { mark, newest };
}

async function present(context: ActionContext, rows: readonly Row[]): Promise<ContentRevisionView[]> {
  const accountIds = [...new Set(rows.flatMap(({ createdById }) => createdById ?? []))];
  const { profiles } =
    accountIds.length === 0 ? { profiles: [] } : await context.call(getProfiles, { accountIds });
  const people = new Map(profiles.map(({ id, email, name }) => [id, { id, email, name }]));
  return rows.map(({ id, kind, version, schemaVersion, createdById, actor, createdAt }) => ({
    id,
    kind,
    version: Number(version),
    schemaVersion: Number(schemaVersion),
    createdAt: new Date(Number(createdAt)).toISOString(),
    createdBy: createdById === null ? null : (people.get(createdById) ?? null),
    actor: actor === null ? null : { kind: actor },
  }));
}
