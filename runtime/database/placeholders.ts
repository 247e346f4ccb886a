/** Question marks for the values of a list in SQL: `?, ?, ?`. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

/** Far below what a statement of any database takes. */
const SIZE = 1000;

/** The values in their order, as many at a time as a statement takes. */
export function* chunks<T>(values: readonly T[], size = SIZE): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** The most bytes of the values in a statement: a server refuses statements above its `max_allowed_packet`. */
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

/** The most bytes that a value can take in a statement: two for a quote, three for other characters, two for a byte in hex. */
function mostBytes(value: unknown): number {
  if (typeof value === "string") return value.length * 3;
  return value instanceof Uint8Array ? value.length * 2 : 24;
}

/**
 * The keys, some of them more than once, so that lists of up to 256 keys come in nine lengths: each length is a statement
 * of its own.
 */
export function padKeys<K>(keys: readonly K[]): K[] {
  const [first] = keys;
  if (first === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array.from({ length: length - keys.length }, () => first)];
}
