import { isPublishable } from "../../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../../entities/content-document.js";
import type { Reader } from "../../../../runtime/database/transaction.js";
import type { Drafts } from "../../draft/drafts.js";
import { unknownProject } from "../../content.policy.js";
import { toCheck, uuidsOf } from "../check-document.js";
import { derivedColumns } from "../derived-columns.js";
import { shapeOf } from "../draft-state.repository.js";
import { firstMark } from "../history.js";
import { requireRoom } from "../../room/require-room.js";
import { unknownTypeName } from "../../types/unknown-type.js";
import type { AdmittedCreate, BatchFound, CheckedCreate, CreateRequest, Plan } from "./write-plan.js";
import { requireFit, settledFor } from "./settle-before.js";

/**
 * Returns the stored form of a new draft. Throws NeedsThread for a large one that was not settled before, by the type as it is
 * now, `not_found` for an account outside the project, `invalid_params`
 * for an unknown type or a draft above MAX_DRAFT_BYTES, `payload_too_large` for a draft that no editor could open, and
 * `storage_limit` when the content of the project's owner leaves no room (rules/content 61).
 */
export async function admitCreate(
  read: Reader,
  drafts: Drafts,
  { projectId, seers, room, typeContexts }: BatchFound,
  request: CreateRequest,
): Promise<AdmittedCreate> {
  const { id, author, type } = request;
  if (!seers.has(author.accountId)) throw unknownProject();
  const typeContext = typeContexts.get(type);
  if (typeContext === undefined) throw await unknownTypeName(read, projectId, type);
  const { draft, draftBytes } =
    settledFor(request.before ?? null, typeContext) ??
    (await requireFit(drafts, typeContext, await drafts.settle(shapeOf(typeContext), request.draft, {})));
  if (room !== null && room.stored + draftBytes > room.most)
    await requireRoom(room.most, read, { projectId, accountId: author.accountId, growth: draftBytes });
  // The steps before and behind take a part of a second each for a draft of half a million values.
  await read.pause();
  const { schemaVersion } = typeContext;
  const document = { id, type, projectId, isValid: false, schemaVersion, draft };
  const tellsUnlinked = author.actor === "agent";
  const check = toCheck({ typeContext, document, accountId: author.accountId, draft, tellsUnlinked });
  const targets = uuidsOf(check.mentions.documents);
  return { verb: "create", request, projectId, typeContext, draft, draftBytes, check, targets };
}

/** Plans the row of a new document, whether its draft is valid or not. */
export function planCreate(
  { request, projectId, typeContext, draft, draftBytes, issues }: CheckedCreate,
  now: number,
): Plan {
  const { id, author, act } = request;
  const { typeId, type, schemaVersion, schema, locales } = typeContext;
  const created: ContentDocument = {
    id,
    projectId,
    typeId,
    type,
    status: "draft",
    draftVersion: 1,
    isValid: isPublishable(issues),
    schemaVersion,
    draftBytes,
    publishedVersion: null,
    publishedAt: null,
    firstPublishedAt: null,
    createdById: author.accountId,
    createdAt: now,
    updatedAt: now,
    ...derivedColumns(schema, locales.defaultLocale, draft),
    history: firstMark(author, now),
    draft,
    published: null,
  };
  return {
    written: { document: created, typeContext, issues },
    act,
    changes: [{ kind: "document", isPublished: false, typeId, documentId: id }],
    created,
    published: null,
  };
}
