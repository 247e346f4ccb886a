import * as contracts from "../../contracts/content-documents.js";
import { updateDraft as updateDraftContract } from "../../contracts/content-drafts.js";
import { type Action, action } from "../../runtime/action.js";
import type { ActionContext } from "../../runtime/context.js";
import { createDocument } from "./documents/create-document.js";
import { deleteDocument } from "./documents/delete-document.js";
import type { Desk } from "./documents/desk.js";
import { requireDocument, requireOpened, requireSeen } from "./documents/find-document.js";
import { listDocuments } from "./documents/list-documents.js";
import { mergeDraft } from "./documents/merge-draft.js";
import { base64, lookAt, openDocument, presentChecked, presentState } from "./documents/open-document.js";
import { presentDocument } from "./documents/present-document.js";
import { publishDocument } from "./documents/publish-document.js";
import { type LiveNext, replaceDraft } from "./documents/replace-draft.js";
import { restoreRevision } from "./documents/restore-revision.js";
import { getRevision, listRevisions, readPayload } from "./documents/revisions.js";
import type { Saved } from "./documents/save-draft.js";
import { unpublishDocument } from "./documents/unpublish-document.js";
import { updateDraft } from "./documents/update-draft.js";
import { requireProject } from "./see-project.js";

/** Any member reads and writes the content of a project; strangers see nothing of it. */
const inProject =
  ({ host }: Desk) =>
  ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireProject(host.read, auth.accountId, projectId);

const ofDocument =
  ({ host }: Desk) =>
  ({ auth }: ActionContext, { id }: { id: string }) =>
    requireSeen(host.read, auth.accountId, id);

const presentSaved = (saved: Saved<LiveNext>) => ({
  ...presentChecked(saved),
  ...presentState({ epoch: saved.epoch, live: saved.next.live }),
});

/** Documents, their drafts and what is published of them. */
export const documentActions = (desk: Desk): Action[] => [
  action(contracts.createDocument, {
    find: inProject(desk),
    run: async ({ auth }, params) => {
      const { document, frame, issues } = await createDocument(desk, auth.accountId, params);
      return { document: presentDocument(document, frame), valid: issues.length === 0, issues };
    },
  }),
  action(contracts.listDocuments, {
    find: inProject(desk),
    run: (_context, query) => listDocuments(desk.host.read, query),
  }),
  action(contracts.getDocument, {
    find: ({ auth }, { id }) => requireOpened(desk.host.read, auth.accountId, id),
    run: ({ auth }, _params, opened) => openDocument(desk, auth.accountId, opened),
  }),
  action(contracts.replaceDraft, {
    find: ofDocument(desk),
    run: async ({ auth }, { id, draft }) => {
      const saved = await replaceDraft(desk, auth.accountId, id, draft);
      const { draftVersion: version, status } = saved.document;
      return { version, status, ...presentSaved(saved) };
    },
  }),
  action(updateDraftContract, {
    find: ofDocument(desk),
    run: async ({ auth }, { id, epoch, ...sent }) => {
      const update = Buffer.from(sent.update, "base64");
      const clientVector = Buffer.from(sent.stateVector, "base64");
      const where = { documentId: id, authorId: auth.accountId };
      const { document, issues, next } = await updateDraft(desk, where, { epoch, update, clientVector });
      return {
        version: document.draftVersion,
        valid: issues.length === 0,
        issues,
        update: base64(next.answer),
        stateVector: base64(next.live.stateVector),
      };
    },
  }),
  action(contracts.readDocument, {
    find: ({ auth }, { id }) => requireDocument(desk.host.read, auth.accountId, id),
    run: ({ auth }, _params, framed) => lookAt(desk.host.read, auth.accountId, framed),
  }),
  action(contracts.mergeDraft, {
    find: ofDocument(desk),
    run: async ({ auth }, { id, draft }) => presentChecked(await mergeDraft(desk, auth.accountId, id, draft)),
  }),
  action(contracts.publishDocument, {
    find: ({ auth }, { id }) => requireDocument(desk.host.read, auth.accountId, id),
    run: async ({ auth }, { baseVersion }, seen) => {
      const { document, frame } = await publishDocument(desk.host, auth.accountId, seen, baseVersion);
      return { document: presentDocument(document, frame) };
    },
  }),
  action(contracts.unpublishDocument, {
    find: ofDocument(desk),
    run: async ({ auth }, { id, force }) => {
      const { document, frame } = await unpublishDocument(desk.host, auth.accountId, id, force);
      return { document: presentDocument(document, frame) };
    },
  }),
  action(contracts.deleteDocument, {
    find: ofDocument(desk),
    run: async (_context, { id, force }) => {
      await deleteDocument(desk.host, id, force);
      return { ok: true as const };
    },
  }),
];

/** The history of documents. */
export const revisionActions = (desk: Desk): Action[] => [
  action(contracts.listRevisions, {
    find: ofDocument(desk),
    run: (context, query) => listRevisions(desk.host.read, context, query),
  }),
  action(contracts.getRevision, {
    find: ofDocument(desk),
    run: (context, params) => getRevision(desk.host.read, context, params),
  }),
  action(contracts.restoreRevision, {
    find: async ({ auth }, { id, revisionId }) => {
      await requireSeen(desk.host.read, auth.accountId, id);
      return readPayload(desk.host.read, id, revisionId);
    },
    run: async ({ auth }, { id, baseVersion }, payload) => {
      const save = { documentId: id, authorId: auth.accountId, baseVersion };
      return presentSaved(await restoreRevision(desk, save, payload));
    },
  }),
];
