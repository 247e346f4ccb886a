import { normalizeText } from "./normalize-text.js";

/**
 * The characters of a title that a search looks at (rules/content 64). A title may be as long as a draft, and a row that
 * holds it three times is more than a database takes at once.
 */
export const SEARCHED_LENGTH = 10_000;

/** The most characters of a text that is looked for in titles. */
export const MAX_SOUGHT = 500;

/**
 * Folds case by Unicode, with the same result on every database and at every place in a word: sigma has a
 * form of its own at the end of words.
 */
export const foldForSearch = (text: string): string =>
  normalizeText(text, "NFC").toLowerCase().replaceAll("ς", "σ");
