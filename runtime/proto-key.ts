/**
 * What a caller reads who named something `__proto__`, or null. JSON takes the name, and a record cannot hold it: it would
 * be left out without a word where every unknown name is refused (decisions 2).
 */
export function protoSentence(bytes: Uint8Array, value: unknown): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Nearly no body names it or has an escape that could stand for it.
  if (!text.includes("__proto__") && !text.includes("\\u00")) return null;
  const path = pathOf(value);
  if (path === null) return null;
  const where = path.length === 0 ? "" : `${path.join(".").slice(0, 200)}: `;
  return `${where}unknown field "__proto__": nothing can have this name.`;
}

/** Where the first such key stands. */
function pathOf(value: unknown): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, "__proto__")) return [];
  for (const [key, member] of Object.entries(value)) {
    const path = pathOf(member);
    if (path !== null) return [key, ...path];
  }
  return null;
}
