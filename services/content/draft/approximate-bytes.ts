/** The approximate bytes of an empty object or a number in JSON and in Yjs. */
const SMALL = 8;

/** Returns the approximate size of a value in bytes; counting stops once it is over `limit`. */
export function approximateBytes(value: unknown, limit: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return SMALL;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let weight = SMALL;
  for (const key in value) {
    if (weight > limit) break;
    weight += key.length + approximateBytes((value as Record<string, unknown>)[key], limit - weight);
  }
  return weight;
}
