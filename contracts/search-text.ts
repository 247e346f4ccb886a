/**
 * Folds case by Unicode, with the same result on every database and at every place in a word: sigma has a
 * form of its own at the end of words.
 */
export const foldForSearch = (text: string): string =>
  text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
