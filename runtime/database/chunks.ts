/** Far below what a statement of any database takes. */
const SIZE = 1000;

/** The values in their order, as many at a time as a statement takes. */
export function* chunks<T>(values: readonly T[], size = SIZE): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}
