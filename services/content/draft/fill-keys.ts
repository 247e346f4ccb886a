import { randomBytes } from "node:crypto";
import { longestCommon, pairChanged } from "./align.js";
import { isPlainObject } from "./layout.js";
import { canonical } from "./plain-value.js";

type Items = readonly unknown[];

/**
 * Gives blocks and spans of portable text the keys that they lack (decisions 10): the key of the block that stood
 * there before, so that saving the same text again changes nothing, else a fresh one.
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
  const key = old === null || taken.has(old) ? randomBytes(6).toString("hex") : old;
  taken.add(key);
  return { ...item, _key: key };
}

/** For each item the one that it was before: of its key, of the same content, or changed where it stands. */
function alike(items: Items, before: Items): unknown[] {
  const byKey = new Map(before.map((item) => [keyOf(item), item]));
  const predecessors: unknown[] = items.map((item) => {
    const key = keyOf(item);
    return key === null ? undefined : byKey.get(key);
  });
  if (items.every((item) => keyOf(item) !== null)) return predecessors;
  const common = longestCommon(before.map(content), items.map(content));
  const pairs = pairChanged(common, [before.length, items.length], () => true);
  for (const [i, j] of pairs) predecessors[j] ??= before[i];
  return predecessors;
}

/** The `_key` of an item, null without one. */
export function keyOf(item: unknown): string | null {
  if (!isPlainObject(item)) return null;
  return typeof item._key === "string" && item._key !== "" ? item._key : null;
}

/** What an item says, whatever its keys are. */
function content(item: unknown): string {
  if (!isPlainObject(item)) return canonical(item);
  const { _key, children, ...rest } = item;
  return canonical(
    Array.isArray(children) ? { ...rest, children: children.map(content) } : { ...rest, children },
  );
}
