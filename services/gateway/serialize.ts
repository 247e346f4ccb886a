const texts = new WeakMap<object, string>();

/** JSON of a result. Frozen results are given again and again (a catalog, a health answer): their text is kept. */
export function serialize(result: object): string {
  if (!Object.isFrozen(result)) return JSON.stringify(result);
  let text = texts.get(result);
  if (text === undefined) {
    text = JSON.stringify(result);
    texts.set(result, text);
  }
  return text;
}
