/**
 * The functions of content that other areas may use in their transactions and reads; all other calls are
 * actions. Rows are locked in this order: documents by ascending id, their draft states, the type, then the
 * rows of other areas in the same transaction, and the project's head last.
 */
export {
  LARGE,
  type PayloadRow,
  type Perspective,
  readPayloads,
  readSharedPayloads,
  type ScanCursor,
  scanPayloads,
} from "./documents/payload.repository.js";
export { findTypes } from "./types/all-types.repository.js";
export type { ContentType } from "../../entities/content-type.js";
export { readLocales, readSettings, type SettingsRead } from "./settings/settings.repository.js";
export { stopDraftServices } from "./documents/draft-services.js";
export { requireProject, requireSeen } from "./content.policy.js";
export { requireRoom } from "./room/require-room.js";
export { fingerprint } from "./documents/fingerprint.js";
export { valueAt } from "./documents/derived-columns.js";
export { AUTO_TRANSLATE_QUEUE } from "./documents/batch/plan-publish.js";
export { takePublishBudget } from "./documents/publish-budget.repository.js";
export { type Memory, memoryKey } from "./translations/translation-memory.repository.js";
export {
  saveTranslations,
  type TranslatedValue,
  type WriteTranslations,
} from "./translations/save-translations.js";
export { type FilledGroup, readFilledGroups, readGroupDrafts } from "./translations/filled-groups.js";
export {
  countTranslatable,
  nextTranslatable,
  readTranslatable,
  requireTranslatable,
  type Translatable,
} from "./translations/translatable.js";
