import * as Y from "yjs";

type Shared = Y.Map<unknown> | Y.Array<unknown>;

/**
 * Makes one map of a draft say what another one says, as edits that touch only what differs: a letter, an item, a
 * value. What somebody else edits in `target` at the same time stays.
 */
export function adopt(target: Y.Map<unknown>, source: Y.Map<unknown>): void {
  // the service keeps an empty entry for what nobody has filled: it stays, for others may be writing into it
  const says = (map: Y.Map<unknown>, key: string) => isBlock(map) || !isEmpty(map.get(key));
  for (const key of target.keys()) if (!source.has(key) && says(target, key)) target.delete(key);
  for (const [key, value] of source.entries())
    if ((target.has(key) || says(source, key)) && !adoptValue(target.get(key), value))
      target.set(key, copyOf(value));
}

/** A block or span of portable text says what it says, also where that is empty. */
const isBlock = (map: Y.Map<unknown>): boolean => map.parent instanceof Y.Array && map.has("_type");

const isEmpty = (value: unknown): boolean =>
  (value instanceof Y.Text || value instanceof Y.Array ? value.length : (value as Y.Map<unknown>)?.size) ===
  0;

/** False when the value has to be put in whole. */
export function adoptValue(current: unknown, value: unknown): boolean {
  if (current instanceof Y.Text && value instanceof Y.Text) adoptText(current, value.toJSON());
  else if (current instanceof Y.Map && value instanceof Y.Map) adopt(current, value);
  else if (current instanceof Y.Array && value instanceof Y.Array) adoptItems(current, value);
  else return !isShared(current) && !isShared(value) && JSON.stringify(current) === JSON.stringify(value);
  return true;
}

/** One replacement between the common beginning and the common end; never within a surrogate pair. */
function adoptText(text: Y.Text, after: string): void {
  const before = text.toJSON();
  if (before === after) return;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (/[\uD800-\uDBFF]/.test(before[start - 1] ?? "")) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (/[\uDC00-\uDFFF]/.test(before[before.length - end] ?? "")) end--;
  text.delete(start, before.length - start - end);
  text.insert(start, after.slice(start, after.length - end));
}

function adoptItems(list: Y.Array<unknown>, source: Y.Array<unknown>): void {
  const wanted = identities(source);
  const kept = new Set(wanted);
  for (const [index, id] of [...identities(list).entries()].reverse()) if (!kept.has(id)) list.delete(index);
  for (const [index, value] of source.toArray().entries()) {
    const place = identities(list).indexOf(wanted[index] ?? "", index);
    if (place === index && adoptValue(list.get(index), value)) continue;
    // moved: taken out there, and put in here
    if (place >= index) list.delete(place);
    list.insert(index, [copyOf(value)]);
  }
}

/** What tells items apart: their `_key`; of objects without one which they are; of plain values what they say. */
export function identities(list: Y.Array<unknown>): string[] {
  const seen = new Map<string, number>();
  return list.toArray().map((item) => {
    const key: unknown = item instanceof Y.Map ? item.get("_key") : undefined;
    const name = typeof key === "string" ? `key ${key}` : isShared(item) ? "object" : JSON.stringify(item);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name} ${seen.get(name)}`;
  });
}

const isShared = (value: unknown): value is Shared | Y.Text => value instanceof Y.AbstractType;

export const copyOf = (value: unknown): unknown => (isShared(value) ? value.clone() : value);
