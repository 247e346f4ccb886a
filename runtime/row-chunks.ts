/** Of the values in a statement's text: a server refuses statements above its `max_allowed_packet`. */
const MOST_BYTES = 2 ** 20;
/** SQLite takes 32,766 values. */
const MOST_VALUES = 10_000;

/** The values of rows, in their order: as many rows at a time as a statement takes, one at least. */
export function* rowChunks(rows: readonly (readonly unknown[])[]): Generator<(readonly unknown[])[]> {
  let chunk: (readonly unknown[])[] = [];
  let bytes = 0;
  let values = 0;
  for (const row of rows) {
    const own = row.reduce<number>((sum, value) => sum + mostBytes(value), 0);
    if (chunk.length > 0 && (bytes + own > MOST_BYTES || values + row.length > MOST_VALUES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
      values = 0;
    }
    chunk.push(row);
    bytes += own;
    values += row.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** That a value can take: two for a quote, three for other characters, two for a byte in hex. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return value.length * 3;
  return value instanceof Uint8Array ? value.length * 2 : 24;
}
