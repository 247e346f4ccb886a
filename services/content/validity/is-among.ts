const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Tells whether a text is among the options of a field. A field has up to 500 options and a draft half a million
 * values, so the options are not searched one by one for each value.
 */
export function isAmong(options: readonly string[], text: string): boolean {
  let set = known.get(options);
  if (set === undefined) {
    set = new Set(options);
    known.set(options, set);
  }
  return set.has(text);
}
