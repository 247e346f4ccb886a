/** What an answer of a service may have in JSON, about. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** Whether a value would have more bytes in JSON than that, about. */
export const isOver = (value: unknown, most = MOST_BYTES): boolean => bytesOf(value, most) > most;

/**
 * How many bytes a value would have in JSON, about, as far as `most`: it looks at no more of it than fits, so that neither a
 * huge value nor one that contains itself costs more than one of the largest allowed. More than `most` means just that.
 */
export function bytesOf(value: unknown, most: number): number {
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const each = waiting.pop();
    bytes += 4;
    if (typeof each === "string") bytes += each.length;
    else if (Array.isArray(each)) {
      // Numbers and the like are counted without being looked at: `for…in` would make a text of each place.
      bytes += 4 * each.length;
      if (bytes > most) return bytes;
      for (const item of each as unknown[])
        if (typeof item === "string") bytes += item.length;
        else if (typeof item === "object" && item !== null) waiting.push(item);
    } else if (typeof each === "object" && each !== null) {
      for (const key in each) {
        bytes += key.length;
        if (bytes > most) return bytes;
        // own values only, as JSON has it
        if (Object.hasOwn(each, key)) waiting.push((each as Record<string, unknown>)[key]);
        if (waiting.length > most) return most + 1;
      }
    }
    if (bytes > most) return bytes;
  }
  return bytes;
}
