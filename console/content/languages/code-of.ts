const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

export const COMMON = ["en", "de", "fr", "es", "it", "pt-BR", "nl", "pl", "ja", "zh-Hans", "ar"];

/** Returns the English name of a language code, such as "German" for de; empty for an unknown code. */
export function titleOf(code: string): string {
  try {
    return NAMES.of(code) ?? "";
  } catch {
    return "";
  }
}

const CODE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/;
let known: ReadonlyMap<string, string> | null = null;

/** Returns the codes of two letters and the common longer ones by their names in lower case. */
function codesByName(): ReadonlyMap<string, string> {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = [...COMMON, ...letters.flatMap((one) => letters.map((other) => one + other))];
  return new Map(codes.toReversed().map((code) => [titleOf(code).toLowerCase(), code]));
}

/** Returns the code of a language that is given by its name or its code; null if the text is neither. */
export function codeOf(text: string): string | null {
  const wanted = text.trim();
  if (wanted === "") return null;
  known ??= codesByName();
  return known.get(wanted.toLowerCase()) ?? (CODE.test(wanted) ? wanted : null);
}
