/** Bytes from which an array is shared with the worker instead of copied for each task. */
const SHARED_FROM = 64 * 1024;

/** Allocates memory for an array that tasks read. */
export const allocate = (bytes: number): ArrayBuffer | SharedArrayBuffer =>
  bytes < SHARED_FROM ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);

export const newWords = (length: number): Uint32Array => new Uint32Array(allocate(length * 4));

export const newBytes = (length: number): Uint8Array => new Uint8Array(allocate(length));

/** Returns the bytes as a Buffer without a copy, because a Buffer has `indexOf` and reads UTF-8. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns an array of twice the length with the same values at the beginning. */
export function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  array: T,
  atLeast: number,
): T {
  const longer = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, atLeast));
  longer.set(array);
  return longer;
}

/** Counts the bytes of all texts and typed arrays in a value, each buffer once. */
export function bytesIn(value: unknown, counted = new Set<ArrayBufferLike>()): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  if (ArrayBuffer.isView(value)) {
    if (counted.has(value.buffer)) return 0;
    counted.add(value.buffer);
    return value.buffer.byteLength;
  }
  let bytes = 0;
  for (const inner of value instanceof Map ? value.values() : Object.values(value))
    bytes += bytesIn(inner, counted);
  return bytes;
}
