const DOTLESS_I = "\u0131";

/**
 * Folds fully except for the dotless i: to lower, to upper and to lower case again makes ẞ, ß and ss equal,
 * and all sigmas.
 */
const foldPart = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

/**
 * Returns a text in folded case, by Unicode and for no particular language. Texts that differ only in case
 * become equal, as do `straße` and `STRASSE`. Lone surrogates become U+FFFD, as they do in UTF-8.
 */
export function foldCase(text: string): string {
  const folded = text.includes(DOTLESS_I)
    ? text.split(DOTLESS_I).map(foldPart).join(DOTLESS_I)
    : foldPart(text);
  return folded.toWellFormed();
}
