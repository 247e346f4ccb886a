const names = new Map<string, string>();

/**
 * Returns the BCP-47 tag of a language as upstreams write it: `en`, `eng`, `english`. Null for what is
 * neither an English name nor of the form of a tag.
 */
export function languageCode(given: unknown): string | null {
  if (typeof given !== "string" || given.trim() === "") return null;
  const text = given.trim().toLowerCase();
  const named = byName().get(text);
  if (named !== undefined) return named;
  try {
    return /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/.test(text)
      ? (Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null)
      : null;
  } catch {
    return null;
  }
}

/** Returns the two-letter codes of languages by their English names in lower case. */
function byName(): Map<string, string> {
  if (names.size > 0) return names;
  const display = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = display.of(code)?.toLowerCase();
    if (name !== undefined && !names.has(name)) names.set(name, code);
  }
  return names;
}
