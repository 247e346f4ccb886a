import * as contracts from "../../contracts/content-documents.js";
import { updateDraft as updateDraftContract } from "../../contracts/content-drafts.js";
import { announcePresence as announcePresenceContract } from "../../contracts/content-presence.js";
import { isPublishable } from "../../contracts/content-schema.js";
import { ServiceError } from "../../contracts/errors.js";
import { type Action, action } from "../../runtime/actions/action.js";
import { requireSeen } from "./content.policy.js";
import { authorOf, type FoundDocuments } from "./document.actions.js";
import { announcePresence } from "./documents/announce-presence.js";
import type { DraftServices } from "./documents/draft-services.js";
import { mergeDraft, patchDraft } from "./documents/merge-draft.js";
import { base64, presentChecked, presentState } from "./documents/open-document.js";
import { type LiveNext, replaceDraft } from "./documents/replace-draft.js";
import { restoreRevision } from "./documents/restore-revision.js";
import { getRevision, listRevisions, readPayload } from "./documents/revisions.js";
import type { Saved } from "./documents/save-draft.js";
import { updateDraft } from "./documents/update-draft.js";

/** Returns the answer of PUT and PATCH. */
const presentWritten = (saved: Saved<LiveNext>) => ({
  version: saved.document.draftVersion,
  status: saved.document.status,
  ...presentSaved(saved),
});

const presentSaved = (saved: Saved<LiveNext>) => ({
  ...presentChecked(saved),
  ...presentState({ epoch: saved.epoch, live: saved.next.live }),
});

/** Returns the actions that write drafts. */
export const draftActions = (drafting: DraftServices, found: FoundDocuments): Action[] => [
  action(contracts.replaceDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentWritten(await replaceDraft(drafting, save, draft));
    },
  }),
  action(contracts.patchDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentWritten(await patchDraft(drafting, save, draft));
    },
  }),
  action(updateDraftContract, {
    find: found.document,
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
    find: found.document,
    // Presence is not a write that an audit lists, but others are shown its content, so a suspended account
    // may not send it.
    allow: async ({ auth }) => {
      if (auth.isSuspended) throw new ServiceError("account_suspended");
    },
    run: (context, params) => announcePresence(drafting.host, context, params),
  }),
  action(contracts.mergeDraft, {
    find: found.document,
    run: async (context, { id, draft, baseVersion }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
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
      const { projectId } = await requireSeen(drafting.host.read, auth.accountId, id);
      return { projectId, payload: await readPayload(drafting.host.read, id, revisionId) };
    },
    run: async (context, { id, baseVersion }, { payload }) => {
      const save = { documentId: id, author: authorOf(context), baseVersion };
      return presentSaved(await restoreRevision(drafting, save, payload));
    },
  }),
];
