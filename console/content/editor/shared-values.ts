import * as Y from "yjs";

/**
 * Returns a value that can be inserted again: Yjs empties a shared value that is removed from its place, so
 * the copy is inserted.
 */
export const copyOf = (value: unknown): unknown => (value instanceof Y.AbstractType ? value.clone() : value);

/** Turns the value of a field into the value of one language. */
export function putByLanguage(parent: Y.Map<unknown>, name: string, locale: string): void {
  const found = parent.get(name);
  parent.set(name, new Y.Map(found === undefined ? [] : [[locale, copyOf(found)]]));
}

/**
 * Tells whether a location holds a value that the input of its kind cannot show and would replace at the
 * first letter, such as the languages of a field that is no longer localized.
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
