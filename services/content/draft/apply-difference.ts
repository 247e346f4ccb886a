import { isPlainObject } from "../../../contracts/content-values.js";
import * as Y from "yjs";
import type { Departures } from "./departures.js";
import { affordable, longestCommon, pairChanged } from "./align.js";
import { identities, keyOf } from "./fill-keys.js";
import { fit, isShared, type Layout, type MapLayout } from "./layout.js";
import { canonical, isSame } from "./plain-value.js";
import { isAbsentEntry, isBlock, projectValue } from "./project-fields.js";

/**
 * Changes a shared map to `values` and touches only the entries that differ (rules/content 12), so that
 * concurrent edits elsewhere keep their place. Entries that `values` leaves out are removed.
 */
export function applyMap(
  map: Y.Map<unknown>,
  layout: MapLayout,
  values: Record<string, unknown>,
  departures: Departures,
): void {
  for (const key of map.keys()) if (!Object.hasOwn(values, key)) clear(map, key, layout, departures);
  for (const [key, value] of Object.entries(values)) {
    const current = map.get(key);
    if (map.has(key) && isSame(projectValue(current), value)) continue;
    const entry = fit(layout.entry(key), value);
    if (applyShared(current, entry, value, departures)) continue;
    const isSameKind = current instanceof Y.Map && isShared(entry, value);
    if (current instanceof Y.AbstractType && !isSameKind) departures.hasReplaced = true;
    map.set(key, build(entry, value));
  }
}

/** Removes an entry. A permanent entry is emptied instead, so that concurrent edits in it stay. */
function clear(map: Y.Map<unknown>, key: string, layout: MapLayout, departures: Departures): void {
  const current = map.get(key);
  const entry = layout.entry(key);
  // An empty entry stays where it is: its field or locale may be gone only for a while.
  const isEmpty = current instanceof Y.AbstractType && isAbsentEntry(true, projectValue(current));
  if (isEmpty && !isBlock(map)) return;
  if (layout.permanent.includes(key) && applyShared(current, entry, NOTHING[entry.kind], departures)) return;
  // An entry that is shared in another way than its type says cannot be emptied, and somebody may be writing into it.
  if (current instanceof Y.AbstractType && layout.knows(key) && !isBlock(map)) departures.hasReplaced = true;
  map.delete(key);
}

const NOTHING = { atom: null, text: "", map: {}, list: [] };

/**
 * Changes a shared value in place. Returns false when that is impossible: the value is plain, or shared in
 * another way.
 */
export function applyShared(
  current: unknown,
  layout: Layout,
  value: unknown,
  departures: Departures,
): boolean {
  if (layout.kind === "text" && isText(current)) departures.writeText(current, String(value));
  else if (layout.kind === "map" && current instanceof Y.Map)
    applyMap(current, layout, asObject(value), departures);
  else if (layout.kind === "list" && current instanceof Y.Array)
    applyList(current, layout.item, asList(value), departures);
  else return false;
  return true;
}

const isText = (value: unknown): value is Y.Text => value instanceof Y.Text && !(value instanceof Y.XmlText);
const asObject = (value: unknown): Record<string, unknown> => (isPlainObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function applyList(
  list: Y.Array<unknown>,
  layout: Layout,
  after: readonly unknown[],
  departures: Departures,
): void {
  const shared = list.toArray();
  const before = shared.map((item) => projectValue(item) ?? null);
  const lengths = [before.length, after.length] as const;
  const [beforeTokens, afterTokens] = [tokens(before), tokens(after)];
  const pairs = affordable(
    pairChanged(
      longestCommon(beforeTokens, afterTokens),
      lengths,
      (i, j) => isUnkeyed(before[i]) && isUnkeyed(after[j]),
    ),
    lengths,
  );
  const [staying, kept] = [new Set(pairs.map(([i]) => i)), new Set(pairs.map(([, j]) => j))];
  const moves = departures.match(
    { tokens: beforeTokens, shared, isKept: (i) => staying.has(i) },
    { tokens: afterTokens, isKept: (j) => kept.has(j) },
  );
  const leaving = new Set(moves.values());
  // The list is changed from its end, so that positions before a change stay as they are.
  let [i, j] = [before.length, after.length];
  for (const [pairI, pairJ] of [...pairs.toReversed(), [-1, -1] as const]) {
    removeItems(list, { from: pairI + 1, to: i }, leaving);
    const made = insertItems(list, layout, pairI + 1, after.slice(pairJ + 1, j));
    for (const [at, item] of made.entries()) {
      const from = moves.get(pairJ + 1 + at);
      if (from !== undefined) departures.note(shared[from], item);
    }
    [i, j] = [pairI, pairJ];
    if (i < 0 || isSame(before[i], after[j])) continue;
    if (applyShared(shared[i], fit(layout, after[j]), after[j], departures)) continue;
    removeItems(list, { from: i, to: i + 1 }, NONE);
    insertItems(list, layout, i, [after[j]]);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Removes a range of items except those that leave later. */
function removeItems(
  list: Y.Array<unknown>,
  { from, to }: { from: number; to: number },
  leaving: ReadonlySet<number>,
): void {
  for (let end = to; end > from; end--) {
    let start = end;
    while (start > from && !leaving.has(start - 1)) start--;
    if (start < end) list.delete(start, end - start);
    end = start;
  }
}

function insertItems(
  list: Y.Array<unknown>,
  layout: Layout,
  at: number,
  items: readonly unknown[],
): unknown[] {
  const made = items.map((item) => build(fit(layout, item), item));
  if (made.length > 0) list.insert(at, made);
  return made;
}

/** Returns a text for each item: its `_key`, or its content where it has none. */
const tokens = (items: readonly unknown[]): string[] =>
  identities(items).map((id, index) => id ?? `=${canonical(items[index])}`);

const isUnkeyed = (item: unknown) => typeof item === "object" && item !== null && keyOf(item) === null;

/** The items that are inserted at once: Yjs spreads them over arguments, which may be about 100,000. */
const PART = 10_000;

function buildList(layout: Layout, items: readonly unknown[]): Y.Array<unknown> {
  const list = new Y.Array<unknown>();
  for (let at = 0; at < items.length; at += PART)
    list.push(items.slice(at, at + PART).map((each) => build(fit(layout, each), each)));
  return list;
}

/** Returns a new shared value for a layout that fits. */
function build(layout: Layout, value: unknown): unknown {
  if (layout.kind === "text") return new Y.Text(String(value));
  if (layout.kind === "list") return buildList(layout.item, asList(value));
  if (!isShared(layout, value)) return value;
  const entry = (key: string) => (layout.kind === "map" ? layout.entry(key) : layout);
  return new Y.Map(
    Object.entries(asObject(value)).map(([key, each]) => [key, build(fit(entry(key), each), each)]),
  );
}
