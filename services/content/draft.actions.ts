import * as contracts from "../../contracts/content-documents.js";
import { updateDraft as updateDraftContract } from "../../contracts/content-drafts.js";
import { announcePresence as announcePresenceContract } from "../../contracts/content-presence.js";
import { type Action, action } from "../../runtime/actions/action.js";
import { allowPresence, requireSeen } from "./content.policy.js";
import { authorOf, type FoundDocuments } from "./document.actions.js";
import { announcePresence } from "./documents/announce-presence.js";
import type { DraftServices } from "./documents/draft-services.js";
import { mergeDraft, patchDraft } from "./documents/merge-draft.js";
import { presentChecked, presentSaved, presentUpdated, presentWritten } from "./documents/present-draft.js";
import { replaceDraft } from "./documents/replace-draft.js";
import { restoreRevision } from "./documents/restore-revision.js";
import { getRevision, listRevisions, readPayload } from "./documents/revisions.js";
import { updateDraft } from "./documents/update-draft.js";

/** Returns the actions that write drafts. */
export const draftActions = (drafting: DraftServices, found: FoundDocuments): Action[] => [
  action(contracts.replaceDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }, { draftBytes }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion, draftBytes };
      return presentWritten(await replaceDraft(drafting, save, draft));
    },
  }),
  action(contracts.patchDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }, { draftBytes }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion, draftBytes };
      return presentWritten(await patchDraft(drafting, save, draft));
    },
  }),
  action(updateDraftContract, {
    find: found.document,
    run: async (context, { id, epoch, ...sent }, { draftBytes }) => {
      const update = Buffer.from(sent.update, "base64");
      const clientVector = Buffer.from(sent.stateVector, "base64");
      const where = { documentId: id, author: authorOf(context), draftBytes };
      return presentUpdated(await updateDraft(drafting, where, { epoch, update, clientVector }));
    },
  }),
  action(announcePresenceContract, {
    find: found.document,
    allow: ({ auth }) => allowPresence(auth),
    run: (context, params) => announcePresence(drafting.host, context, params),
  }),
  action(contracts.mergeDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }, { draftBytes }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion, draftBytes };
      return presentChecked(await mergeDraft(drafting, save, draft));
    },
  }),
];

/** Returns the actions on the history of documents. */
export const revisionActions = (drafting: DraftServices, found: FoundDocuments): Action[] => [
  action(contracts.listRevisions, {
    find: found.document,
    run: (context, query) => listRevisions(drafting.host.longRead, context, query),
  }),
  action(contracts.getRevision, {
    find: found.document,
    run: (context, params) => getRevision(drafting.host.read, context, params),
  }),
  action(contracts.restoreRevision, {
    find: async ({ auth }, { id, revisionId }) => {
      const { projectId, draftBytes } = await requireSeen(drafting.host.read, auth.accountId, id);
      return { projectId, draftBytes, payload: await readPayload(drafting.host.read, id, revisionId) };
    },
    run: async (context, { id, baseVersion }, { payload, draftBytes }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion, draftBytes };
      return presentSaved(await restoreRevision(drafting, save, payload));
    },
  }),
];
