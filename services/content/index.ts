/**
 * What other areas' transactions and reads may use of content; everything else is an action. Lock order: documents by
 * ascending id, their draft states, the type, the project's head last.
 */
export { FIRST_HEAD, type Head, readHead, readHeads } from "./reading/read-head.js";
export { type Change, readChanges } from "./reading/read-changes.js";
export {
  type PayloadRow,
  type Perspective,
  readPayloads,
  scanPayloads,
  type ScanPlace,
} from "./reading/read-payloads.js";
export { type Frame, readFrame, readFrameOf, readFrames } from "./documents/frame.js";
export { findTypes } from "./find-type.js";
export { readLocales, readSettings } from "./read-locales.js";
export { type Desk, openDesk } from "./documents/desk.js";
export type { DraftNow } from "./documents/draft-state.js";
export { type DraftNext, type Save, saveDraft, saveDraftIn, type Saved } from "./documents/save-draft.js";
export { withFields } from "./documents/with-fields.js";
export { fingerprint } from "./documents/fingerprint.js";
export { type Memory, memoryKey, readMemories } from "./documents/translation-memory.js";
export { type NewMemory, remember } from "./documents/remember.js";
