const DOTLESS_I = "\u0131";

/** Full folding but for the dotless i: to lower, to upper, to lower makes one of ẞ, ß, ss and of all sigmas. */
const foldPart = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");

/**
 * A text without its case, by Unicode and in no language. Two texts that differ in case
 * only give the same; `straße` and `STRASSE` do, too. Lone surrogates become U+FFFD, as they do in UTF-8.
 */
export function foldCase(text: string): string {
  const folded = text.includes(DOTLESS_I)
    ? text.split(DOTLESS_I).map(foldPart).join(DOTLESS_I)
    : foldPart(text);
  return folded.toWellFormed();
}
