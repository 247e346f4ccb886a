import { v7 } from "uuid";
import type { ParamsOf } from "../../../contracts/contract.js";
import type { createDocument as contract } from "../../../contracts/content-documents.js";
import { type ContentIssue, isPublishable } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { ContentDocument } from "../../../entities/content-document.js";
import { LARGE_WORK, type Together } from "../../../runtime/shared-transactions.js";
import { isUniqueViolation, type Tx } from "../../../runtime/transaction.js";
import { approximateBytes } from "../draft/approximate-bytes.js";
import { settleFields } from "../draft/settle-fields.js";
import { changersOf, recordChange } from "../../changes/index.js";
import { seesTogether, unknownProject } from "../see-project.js";
import { checkDocument } from "./check-document.js";
import { derivedColumns } from "./derived-columns.js";
import type { DraftServices } from "./draft-services.js";
import { shapeOf } from "./draft-state.js";
import { type TypeContext, lockTypeContext, lockTypeContextByName, unknownType } from "./type-context.js";
import { type Author, firstMark } from "./history.js";
import { requireSize } from "./save-draft.js";

export interface Created {
  document: ContentDocument;
  typeContext: TypeContext;
  issues: ContentIssue[];
}

type Params = ParamsOf<typeof contract>;

/**
 * Makes a document, unpublished, whether its draft is valid or not. Throws `not_found` unless the account sees the
 * project, `invalid_params` for an unknown type and
 * a draft above MAX_DRAFT_BYTES, `payload_too_large` for one that no editor could open, `conflict` for an id that any
 * document has, also of another project (decisions 10).
 */
export async function createDocument(
  draftServices: DraftServices,
  author: Author,
  params: Params,
): Promise<Created> {
  try {
    return await draftServices.host.transactTogether(togetherWith(params), async (tx) => {
      const [sees, typeContext] = await Promise.all([
        seesTogether(tx, author.accountId, params.projectId),
        lockType(tx, draftServices, params),
      ]);
      if (!sees) throw unknownProject();
      if (typeContext === null) throw await unknownType(tx, params.projectId, params.type);
      return insert(tx, draftServices, { author, ...params }, typeContext);
    });
  } catch (error) {
    if (params.id === undefined || !isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", `There is a document ${params.id} already.`, { cause: error });
  }
}

/** By its id where it is known, so that those who publish documents of the type lock it by the same statement. */
async function lockType(
  tx: Tx,
  { places }: DraftServices,
  { projectId, type }: Params,
): Promise<TypeContext | null> {
  const typeId = places.typeId(projectId, type);
  const known =
    typeId === undefined ? null : await tx.once(`type ${typeId}`, () => lockTypeContext(tx, typeId));
  if (known?.type === type) return known;
  return tx.once(`type ${type} of ${projectId}`, () => lockTypeContextByName(tx, projectId, type));
}

const togetherWith = ({ id, projectId, draft }: Params): Together => ({
  line: changersOf(projectId),
  subject: id ?? null,
  bytes: approximateBytes(draft, LARGE_WORK),
});

async function insert(
  tx: Tx,
  { drafts, places }: DraftServices,
  { projectId, author, ...params }: Params & { author: Author },
  typeContext: TypeContext,
): Promise<Created> {
  const id = params.id ?? v7();
  const now = Date.now();
  const draft = settleFields(shapeOf(typeContext), params.draft);
  const draftBytes = requireSize(draft);
  await drafts.requireOpenable(shapeOf(typeContext), draft);
  const document = { id, type: typeContext.type, projectId, isValid: false, draft };
  const issues = await checkDocument(tx, {
    typeContext,
    document,
    accountId: author.accountId,
    draft,
    tellsUnlinked: author.actor === "agent",
  });
  const row: ContentDocument = {
    id,
    projectId,
    typeId: typeContext.typeId,
    type: typeContext.type,
    status: "draft",
    draftVersion: 1,
    isValid: isPublishable(issues),
    schemaVersion: typeContext.schemaVersion,
    draftBytes,
    publishedVersion: null,
    publishedAt: null,
    firstPublishedAt: null,
    createdById: author.accountId,
    createdAt: now,
    updatedAt: now,
    ...derivedColumns(typeContext.schema, typeContext.locales.defaultLocale, draft),
    history: firstMark(author, now),
    draft,
    published: null,
  };
  tx.insertCollected(ContentDocument, row as never);
  recordChange(tx, projectId, [
    { kind: "document", isPublished: false, typeId: typeContext.typeId, documentId: id },
  ]);
  const place = { projectId, typeId: typeContext.typeId, bytes: draftBytes };
  tx.afterCommit(() => {
    places.noteType(projectId, typeContext);
    places.noteDocument(author.accountId, id, place);
  });
  return { document: row, typeContext, issues };
}
