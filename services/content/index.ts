/**
 * For other areas' transactions and reads. Lock order: the balance's row, the project's, documents in the order of
 * their ids, and the project's head last. Everything else is an action.
 */
export { restDesk } from "./documents/desk.js";
export { requireProject } from "./documents/find-document.js";
export { fingerprint } from "./documents/fingerprint.js";
export { AUTO_TRANSLATE_QUEUE } from "./documents/publish-document.js";
export { type Memory, memoryKey } from "./documents/translation-memory.js";
export { readSettings, type SettingsRead } from "./read-locales.js";
export { saveTranslations, type TranslatedValue } from "./translations/save-translations.js";
export {
  countTranslatable,
  nextTranslatable,
  readTranslatable,
  readTranslatables,
  requireTranslatable,
  type Translatable,
} from "./translations/translatable.js";
