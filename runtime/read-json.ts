/**
 * The value of a JSON text in UTF-8. Throws for what is neither. An escape may name half a character, which no
 * database and no other language takes: it reads as U+FFFD, as broken bytes do everywhere else. The text must not be
 * nested too deeply.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const value: unknown = JSON.parse(text);
  return text.includes("\\ud") || text.includes("\\uD") ? wellFormed(value) : value;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]),
  );
}
