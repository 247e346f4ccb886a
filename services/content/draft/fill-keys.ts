import { isPlainObject } from "../../../contracts/content-values.js";
import { randomBytes } from "node:crypto";
import { longestCommon, pairChanged } from "./align.js";
import { canonical } from "./plain-value.js";

type Items = readonly unknown[];

/**
 * Adds missing keys to blocks and spans of portable text (rules/content 48): the key of the matching previous
 * block, so that saving the same text again changes nothing, or a new one.
 */
export function fillKeys(blocks: Items, before: Items): unknown[] {
  const predecessors = alike(blocks, before);
  const taken = new Set(blocks.map(keyOf));
  return blocks.map((block, index) => {
    if (!isPlainObject(block)) return block;
    const predecessor = predecessors[index];
    const keyed = withKey(block, predecessor, taken);
    const children = isPlainObject(predecessor) ? predecessor.children : undefined;
    return Array.isArray(block.children)
      ? { ...keyed, children: fillSpans(block.children, Array.isArray(children) ? children : []) }
      : keyed;
  });
}

function fillSpans(spans: Items, before: Items): unknown[] {
  const predecessors = alike(spans, before);
  const taken = new Set(spans.map(keyOf));
  return spans.map((span, index) => (isPlainObject(span) ? withKey(span, predecessors[index], taken) : span));
}

function withKey(item: Record<string, unknown>, predecessor: unknown, taken: Set<string | null>) {
  if (keyOf(item) !== null) return item;
  const old = keyOf(predecessor);
  const key = old === null || taken.has(old) ? newKey() : old;
  taken.add(key);
  return { ...item, _key: key };
}

const KEY_BYTES = 6;

/** Random bytes for keys. A draft may lack a quarter of a million keys, and asking for each alone takes seconds. */
let pool = Buffer.alloc(0);

function newKey(): string {
  if (pool.length === 0) pool = randomBytes(1024 * KEY_BYTES);
  const key = pool.toString("hex", 0, KEY_BYTES);
  pool = pool.subarray(KEY_BYTES);
  return key;
}

/**
 * Returns the previous version of each item: the one with its key, or without a key the one with the same
 * content or at the same place.
 */
function alike(items: Items, before: Items): unknown[] {
  const ids = identities(items);
  const known = new Map(identities(before).map((id, index) => [id, before[index]]));
  const predecessors = ids.map((id) => (id === null ? undefined : known.get(id)));
  const claimed = new Set(predecessors);
  const free = before.filter((item) => !claimed.has(item));
  if (free.length === 0) return predecessors;
  const unkeyed = items.flatMap((item, index) => (ids[index] === null ? [{ item, index }] : []));
  const pairs = pairChanged(
    longestCommon(
      free.map(content),
      unkeyed.map(({ item }) => content(item)),
    ),
    [free.length, unkeyed.length],
    () => true,
  );
  for (const [i, j] of pairs) predecessors[unkeyed[j]?.index ?? 0] = free[i];
  return predecessors;
}

/** Returns the identity of each item: its `_key`, numbered when it repeats; null without one. */
export function identities(items: Items): (string | null)[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    if (key === null) return null;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${count}#${key}`;
  });
}

/** Returns the `_key` of an item, or null without one. */
export function keyOf(item: unknown): string | null {
  if (!isPlainObject(item)) return null;
  return typeof item._key === "string" && item._key !== "" ? item._key : null;
}

/** Returns the content of an item without its keys. */
function content(item: unknown): string {
  if (!isPlainObject(item)) return canonical(item);
  const { _key, children, ...rest } = item;
  return canonical(
    Array.isArray(children) ? { ...rest, children: children.map(content) } : { ...rest, children },
  );
}
