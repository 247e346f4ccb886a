/** The approximate bytes of JSON that a service may answer. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** Returns true if a value would need more bytes of JSON than the limit, approximately. */
export const isOver = (value: unknown, most = MOST_BYTES): boolean => bytesOf(value, most) > most;

/**
 * Returns the approximate bytes that a value would need in JSON, counted up to `most`. It stops there, so
 * that a huge or circular value costs no more than the largest allowed one. A result above `most` only means
 * that the value is too large.
 */
export function bytesOf(value: unknown, most: number): number {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const each = waiting.pop();
    bytes += 4;
    if (typeof each === "string") bytes += each.length;
    else if (Array.isArray(each)) {
      // Arrays have a loop of their own, because `for…in` would make a text of each index.
      bytes += 4 * each.length;
      if (bytes > most) return bytes;
      for (const item of each as unknown[])
        if (typeof item === "string") bytes += item.length;
        else if (typeof item === "object" && item !== null) waiting.push(item);
    } else if (typeof each === "object" && each !== null) {
      for (const key in each) {
        bytes += key.length;
        if (bytes > most) return bytes;
        // JSON contains own properties only.
        if (Object.hasOwn(each, key)) waiting.push((each as Record<string, unknown>)[key]);
        if (waiting.length > most) return most + 1;
      }
    }
    if (bytes > most) return bytes;
  }
  return bytes;
}
