/**
 * Folds case by Unicode, the same on every database and wherever a letter stands: sigma has a form of its own at the
 * end of words.
 */
export const foldForSearch = (text: string): string =>
  text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
