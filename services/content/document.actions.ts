import * as contracts from "../../contracts/content-documents.js";
import { updateDraft as updateDraftContract } from "../../contracts/content-drafts.js";
import { announcePresence as announcePresenceContract } from "../../contracts/content-presence.js";
import { ServiceError } from "../../contracts/errors.js";
import { isPublishable } from "../../contracts/content-schema.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { announcePresence } from "./documents/announce-presence.js";
import { deleteDocument } from "./documents/delete-document.js";
import type { DraftServices } from "./documents/draft-services.js";
import type { Author } from "./documents/history.js";
import { listDocuments } from "./documents/list-documents.js";
import { listTitles } from "./documents/list-titles.js";
import { mergeDraft, patchDraft } from "./documents/merge-draft.js";
import { base64, lookAt, openDocument, presentChecked, presentState } from "./documents/open-document.js";
import { presentDocument } from "./documents/present-document.js";
import type { DocumentLocation } from "./documents/document.repository.js";
import { type LiveNext, replaceDraft } from "./documents/replace-draft.js";
import { restoreRevision } from "./documents/restore-revision.js";
import { getRevision, listRevisions, readPayload } from "./documents/revisions.js";
import type { Saved } from "./documents/save-draft.js";
import { unpublishDocument } from "./documents/unpublish-document.js";
import { updateDraft } from "./documents/update-draft.js";
import { requireDocument, requireOpened, requireProject, requireSeen } from "./content.policy.js";

/**
 * Where the document lies. The location that the account found before is used, because the transaction checks again whether the
 * account sees it. A suspended account reads 404 for what it does not see before it reads 403 (rules/edge 11).
 */
const locationOf =
  (drafting: DraftServices) =>
  async (context: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const { accountId, isSuspended } = context.auth;
    const known = isSuspended ? undefined : drafting.locations.document(accountId, id);
    return known ?? ofDocument(drafting)(context, { id });
  };

const beforeCreating =
  ({ host, locations }: DraftServices) =>
  async ({ auth }: ActionContext, { projectId }: { projectId: string }): Promise<void> => {
    if (!auth.isSuspended && locations.hasProject(auth.accountId, projectId)) return;
    await requireProject(host.read, auth.accountId, projectId);
    locations.noteProject(auth.accountId, projectId);
  };

/** Any member reads and writes the content of a project; strangers see nothing of it. */
const inProject =
  ({ host }: DraftServices) =>
  ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireProject(host.read, auth.accountId, projectId);

const ofDocument =
  ({ host, locations }: DraftServices) =>
  async ({ auth }: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const location = await requireSeen(host.read, auth.accountId, id);
    locations.noteDocument(auth.accountId, id, location);
    return location;
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
      const { document, typeContext, issues } = await drafting.writes.create(authorOf(context), params);
      return {
        document: presentDocument(document, typeContext),
        valid: isPublishable(issues),
        issues: [...issues],
      };
    },
  }),
  action(contracts.listDocuments, {
    find: inProject(drafting),
    run: (_context, query) => listDocuments(drafting.host, query),
  }),
  action(contracts.listTitles, {
    find: inProject(drafting),
    run: (_context, query) => listTitles(drafting.host, query),
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
    find: locationOf(drafting),
    run: async (context, { id, baseVersion }, location) => {
      const isByRun = context.meta.isRun === true;
      const { budgetId } = context.auth;
      const publish = { id, author: authorOf(context), baseVersion, isByRun, budgetId };
      const { document, typeContext } = await drafting.writes.publish(location, publish);
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
    run: async ({ auth }, { id, force }) => {
      await deleteDocument(drafting.host, auth.accountId, id, force);
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
  action(announcePresenceContract, {
    find: ofDocument(drafting),
    // It is no write that an audit lists, and yet others are shown what it says.
    allow: async ({ auth }) => {
      if (auth.isSuspended) throw new ServiceError("account_suspended");
    },
    run: (context, params) => announcePresence(drafting.host, context, params),
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
