/** What an answer of a service may have in JSON, about. */
export const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Whether a value would have more bytes in JSON than that, about: it looks at no more of it than fits, so that neither a
 * huge answer nor one that contains itself costs more than one of the largest allowed.
 */
export function isOver(value: unknown, most = MOST_BYTES): boolean {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const each = waiting.pop();
    bytes += 4;
    if (typeof each === "string") bytes += each.length;
    else if (typeof each === "object" && each !== null) {
      for (const key in each) {
        bytes += key.length;
        if (bytes > most) return true;
        // own values only, as JSON has it
        if (Object.hasOwn(each, key)) waiting.push((each as Record<string, unknown>)[key]);
        if (waiting.length > most) return true;
      }
    }
    if (bytes > most) return true;
  }
  return false;
}
