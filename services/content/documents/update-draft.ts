import { ServiceError } from "../../../contracts/errors.js";
import { compactNow } from "./compact-draft.js";
import type { DraftServices } from "./draft-services.js";
import type { DraftNow } from "./draft-state.repository.js";
import { needsRebuild } from "./needs-rebuild.js";
import type { LiveNext } from "./replace-draft.js";
import { type Save, saveDraft, type Saved } from "./save-draft.js";

/** The update that an editor sends. */
export interface EditorUpdate {
  epoch: number;
  update: Uint8Array;
  /** The state vector of the editor's document. */
  clientVector: Uint8Array;
}

/** The merged draft, and the updates that the editor does not have yet. */
export type MergedNext = LiveNext & { answer: Uint8Array };

/**
 * Merges an editor's update into the draft (rules/content 17). An update without changes makes no new
 * version. Throws `invalid_params` for bytes that are not valid Yjs, and `conflict` with the current epoch
 * for another epoch, or while a change of the type asks for one.
 */
export async function updateDraft(
  draftServices: DraftServices,
  where: Pick<Save, "documentId" | "author" | "draftBytes">,
  sent: EditorUpdate,
): Promise<Saved<MergedNext>> {
  const { documentId } = where;
  // The update is checked before the document is locked or read.
  await draftServices.drafts.check(sent);
  // A large update is merged before the document is locked, whatever the size of its state.
  draftServices.largeDocuments.noteBytes(documentId, HEAVINESS * sent.update.byteLength);
  try {
    const save = { ...where, kind: "draft" as const };
    return await saveDraft(draftServices, save, (now) => merged(draftServices, now, sent));
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "payload_too_large")) throw error;
    const epoch = await compactNow(draftServices, documentId);
    throw epoch === null ? error : stale(sent.epoch, epoch);
  }
}

async function merged({ drafts }: DraftServices, now: DraftNow, sent: EditorUpdate): Promise<MergedNext> {
  if (sent.epoch !== now.epoch) throw stale(sent.epoch, now.epoch);
  // The editor's reading of the document rebuilds the state.
  if (await needsRebuild({ drafts }, now)) throw stale(sent.epoch, now.epoch + 1);
  const live = now.live ?? { ...(await drafts.make(now.shape, now.document.draft)), buffered: null };
  const { update, clientVector } = sent;
  const { state, stateVector, buffered, moved, ...next } = await drafts.merge(now.shape, {
    state: live.state,
    buffered: live.buffered,
    moved: live.moved,
    update,
    clientVector,
  });
  return {
    fields: next.isChanged ? next.fields : now.document.draft,
    isChanged: next.isChanged,
    live: next.isTouched ? { state, stateVector, buffered, moved } : live,
    answer: next.answer,
    ...(next.isTouched && { editedAt: Date.now() }),
  };
}

/**
 * The factor by which a byte of an update counts more than a byte of a state, because merging costs more than
 * reading: an update of over 1 KB counts like a state of over 8 KB.
 */
const HEAVINESS = 8;

const stale = (epoch: number, current: number) =>
  new ServiceError(
    "conflict",
    `epoch is ${epoch}, and the draft is at epoch ${current}: read the document again and make your edits on its new state.`,
  );
