import * as Y from "yjs";

/** What may be put in anew: Yjs empties a shared value that is taken from its place, so a copy is put in. */
export const copyOf = (value: unknown): unknown => (value instanceof Y.AbstractType ? value.clone() : value);

/** Makes the value of a field the one of a language. */
export function putByLanguage(parent: Y.Map<unknown>, name: string, locale: string): void {
  const found = parent.get(name);
  parent.set(name, new Y.Map(found === undefined ? [] : [[locale, copyOf(found)]]));
}

/**
 * Whether a place holds what the input of its kind cannot show and would replace whole with the first letter, such as
 * the languages of a field that is by language no more.
 */
export function isForeign(value: unknown, type: string): boolean {
  if (value === undefined || value === null) return false;
  switch (type) {
    case "text":
      return typeof value !== "string" && !(value instanceof Y.Text);
    case "string":
      return value instanceof Y.AbstractType && !(value instanceof Y.Text);
    case "portableText":
    case "array":
      return !(value instanceof Y.Array);
    default:
      return value instanceof Y.AbstractType;
  }
}
