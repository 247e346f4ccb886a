/** Folds case by Unicode, the same on every database. */
export const foldForSearch = (text: string): string => text.normalize("NFC").toLowerCase();
