import * as contracts from "../../contracts/content-documents.js";
import { updateDraft as updateDraftContract } from "../../contracts/content-drafts.js";
import { isPublishable } from "../../contracts/content-schema.js";
import { type Action, action } from "../../runtime/action.js";
import type { ActionContext } from "../../runtime/context.js";
import { createDocument } from "./documents/create-document.js";
import { deleteDocument } from "./documents/delete-document.js";
import type { DraftServices } from "./documents/draft-services.js";
import { requireDocument, requireOpened, requireSeen } from "./documents/find-document.js";
import type { Author } from "./documents/history.js";
import { listDocuments } from "./documents/list-documents.js";
import { mergeDraft, patchDraft } from "./documents/merge-draft.js";
import { base64, lookAt, openDocument, presentChecked, presentState } from "./documents/open-document.js";
import { presentDocument } from "./documents/present-document.js";
import type { Place } from "./documents/places.js";
import { publishDocument } from "./documents/publish-document.js";
import { type LiveNext, replaceDraft } from "./documents/replace-draft.js";
import { restoreRevision } from "./documents/restore-revision.js";
import { getRevision, listRevisions, readPayload } from "./documents/revisions.js";
import type { Saved } from "./documents/save-draft.js";
import { unpublishDocument } from "./documents/unpublish-document.js";
import { updateDraft } from "./documents/update-draft.js";
import { requireProject } from "./see-project.js";

/**
 * What the account is about to write to: found at once where it wrote before, for the transaction asks again. Who may
 * not write is told first what there is to see (decisions 2).
 */
const placeOf =
  (drafting: DraftServices) =>
  async (context: ActionContext, { id }: { id: string }): Promise<Place> => {
    const { accountId, isSuspended } = context.auth;
    const known = isSuspended ? undefined : drafting.places.document(accountId, id);
    return known ?? ofDocument(drafting)(context, { id });
  };

const beforeCreating =
  ({ host, places }: DraftServices) =>
  async ({ auth }: ActionContext, { projectId }: { projectId: string }): Promise<void> => {
    if (!auth.isSuspended && places.hasProject(auth.accountId, projectId)) return;
    await requireProject(host.read, auth.accountId, projectId);
    places.noteProject(auth.accountId, projectId);
  };

/** Any member reads and writes the content of a project; strangers see nothing of it. */
const inProject =
  ({ host }: DraftServices) =>
  ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireProject(host.read, auth.accountId, projectId);

const ofDocument =
  ({ host, places }: DraftServices) =>
  async ({ auth }: ActionContext, { id }: { id: string }): Promise<Place> => {
    const place = await requireSeen(host.read, auth.accountId, id);
    places.noteDocument(auth.accountId, id, place);
    return place;
  };

/** Who writes, and by what: an agent writes with the key of a person too. */
function authorOf({ auth, meta }: ActionContext): Author {
  const own = auth.kind === "session" ? "person" : "key";
  return { accountId: auth.accountId, actor: meta.isAgent === true ? "agent" : own };
}

/** The answer of PUT and PATCH. */
const presentWritten = (saved: Saved<LiveNext>) => ({
  version: saved.document.draftVersion,
  status: saved.document.status,
  ...presentSaved(saved),
});

const presentSaved = (saved: Saved<LiveNext>) => ({
  ...presentChecked(saved),
  ...presentState({ epoch: saved.epoch, live: saved.next.live }),
});

/** Documents, and what is published of them. */
export const documentActions = (drafting: DraftServices): Action[] => [
  action(contracts.createDocument, {
    find: beforeCreating(drafting),
    run: async (context, params) => {
      const { document, typeContext, issues } = await createDocument(drafting, authorOf(context), params);
      return { document: presentDocument(document, typeContext), valid: isPublishable(issues), issues };
    },
  }),
  action(contracts.listDocuments, {
    find: inProject(drafting),
    run: (_context, query) => listDocuments(drafting.host, query),
  }),
  action(contracts.getDocument, {
    find: ({ auth }, { id }) => requireOpened(drafting.host.read, auth.accountId, id),
    run: ({ auth }, _params, opened) => openDocument(drafting, auth.accountId, opened),
  }),
  action(contracts.readDocument, {
    find: ({ auth }, { id }) => requireDocument(drafting.host.read, auth.accountId, id),
    run: ({ auth }, _params, typed) =>
      lookAt(drafting.host.read, auth.accountId, typed, { tellsUnlinked: true }),
  }),
  action(contracts.publishDocument, {
    find: placeOf(drafting),
    run: async (context, { id, baseVersion }, place) => {
      const isByRun = context.meta.isRun === true;
      const { budgetId } = context.auth;
      const publish = { id, author: authorOf(context), place, baseVersion, isByRun, budgetId };
      const { document, typeContext } = await publishDocument(drafting.host, publish);
      return { document: presentDocument(document, typeContext) };
    },
  }),
  action(contracts.unpublishDocument, {
    find: ofDocument(drafting),
    run: async (context, { id, force }) => {
      const { document, typeContext } = await unpublishDocument(drafting.host, authorOf(context), id, force);
      return { document: presentDocument(document, typeContext) };
    },
  }),
  action(contracts.deleteDocument, {
    find: ofDocument(drafting),
    run: async (_context, { id, force }) => {
      await deleteDocument(drafting.host, id, force);
      return { ok: true as const };
    },
  }),
];

/** The ways to write a draft. */
export const draftActions = (drafting: DraftServices): Action[] => [
  action(contracts.replaceDraft, {
    find: ofDocument(drafting),
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentWritten(await replaceDraft(drafting, save, draft));
    },
  }),
  action(contracts.patchDraft, {
    find: ofDocument(drafting),
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentWritten(await patchDraft(drafting, save, draft));
    },
  }),
  action(updateDraftContract, {
    find: ofDocument(drafting),
    run: async (context, { id, epoch, ...sent }) => {
      const update = Buffer.from(sent.update, "base64");
      const clientVector = Buffer.from(sent.stateVector, "base64");
      const where = { documentId: id, author: authorOf(context) };
      const { document, issues, next } = await updateDraft(drafting, where, {
        epoch,
        update,
        clientVector,
      });
      return {
        version: document.draftVersion,
        valid: isPublishable(issues),
        issues,
        update: base64(next.answer),
        stateVector: base64(next.live.stateVector),
      };
    },
  }),
  action(contracts.mergeDraft, {
    find: ofDocument(drafting),
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentChecked(await mergeDraft(drafting, save, draft));
    },
  }),
];

/** The history of documents. */
export const revisionActions = (drafting: DraftServices): Action[] => [
  action(contracts.listRevisions, {
    find: ofDocument(drafting),
    run: (context, query) => listRevisions(drafting.host.longRead, context, query),
  }),
  action(contracts.getRevision, {
    find: ofDocument(drafting),
    run: (context, params) => getRevision(drafting.host.read, context, params),
  }),
  action(contracts.restoreRevision, {
    find: async ({ auth }, { id, revisionId }) => {
      const { projectId } = await requireSeen(drafting.host.read, auth.accountId, id);
      return { projectId, payload: await readPayload(drafting.host.read, id, revisionId) };
    },
    run: async (context, { id, baseVersion }, { payload }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentSaved(await restoreRevision(drafting, save, payload));
    },
  }),
];
