import type {
  ContentRevisionView,
  getRevision as getContract,
  listRevisions as listContract,
} from "../../../contracts/content-documents.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { notFound } from "../../../contracts/errors.js";
import { getProfiles } from "../../../contracts/identity.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { unknownDocument } from "../content.policy.js";
import { findRevision, pageOfRevisions, type RevisionRow } from "./revision.repository.js";

const unknown = () => notFound("Unknown revision.");

/** Returns the history of a document, newest first; no payload is read (rules/content 37). */
export async function listRevisions(
  read: Reader,
  context: ActionContext,
  { id, limit, offset }: ParamsOf<typeof listContract>,
): Promise<ResultOf<typeof listContract>> {
  const history = await pageOfRevisions(read, id, { limit, offset });
  if (history === null) throw unknownDocument();
  return {
    revisions: await present(context, history.revisions),
    total: history.total,
    limit,
    offset,
  };
}

/** Returns one revision with its payload. Throws `not_found`, also for a revision of another document. */
export async function getRevision(
  read: Reader,
  context: ActionContext,
  { id, revisionId }: ParamsOf<typeof getContract>,
): Promise<ResultOf<typeof getContract>> {
  const found = await findRevision(read, id, revisionId);
  const [revision] = found === null ? [] : await present(context, [found.revision]);
  if (found === null || revision === undefined) throw unknown();
  return { revision: { ...revision, payload: found.payload } };
}

/** Returns the draft of a revision. Throws `not_found`. */
export async function readPayload(read: Reader, id: string, revisionId: string): Promise<ContentFields> {
  const found = await findRevision(read, id, revisionId);
  if (found === null) throw unknown();
  return found.payload;
}

async function present(context: ActionContext, rows: readonly RevisionRow[]): Promise<ContentRevisionView[]> {
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
