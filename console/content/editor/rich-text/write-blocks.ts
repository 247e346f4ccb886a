import type { Node } from "prosemirror-model";
import * as Y from "yjs";
import { writeText } from "../bind-text.js";
import { type Block, blockOf, type Child, isBlank } from "./portable.js";
import { randomKey } from "./schema.js";

type Item = Y.Map<unknown>;

/**
 * Writes the change between two editor states into the shared list by edits of the differing letters, marks
 * and blocks. Block by block, the list must have the content of `before` (docs/content-editing.md, Layout).
 */
export function writeBlocks(list: Y.Array<unknown>, before: Node, after: Node): void {
  // An empty list shows as one empty line in the editor.
  const old = list.length === 0 ? [] : childrenOf(before);
  const now = list.length === 0 && isBlank(after) ? [] : childrenOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const wanted = now.slice(start, now.length - end).map(blockOf);
  const kept = new Set(wanted.map(({ key }) => key));
  for (let at = old.length - end - 1; at >= start; at--) if (!kept.has(keyOf(list.get(at)))) list.delete(at);
  let left = list.length - start - end;
  for (const [index, block] of wanted.entries()) {
    const at = start + index;
    const place = placeOf(list, block.key, at, at + left);
    if (place === at && writeBlock(list.get(at), block)) {
      left -= 1;
      continue;
    }
    if (place >= 0) {
      list.delete(place);
      left -= 1;
    }
    list.insert(at, [newBlock(block)]);
  }
}

const childrenOf = (doc: Node): Node[] => Array.from({ length: doc.childCount }, (_, at) => doc.child(at));

const keyOf = (item: unknown): string | null => {
  const key: unknown = item instanceof Y.Map ? item.get("_key") : (item as { _key?: unknown } | null)?._key;
  return typeof key === "string" && key !== "" ? key : null;
};

function placeOf(list: Y.Array<unknown>, key: string | null, from: number, to: number): number {
  for (let at = from; at < to; at++) if (keyOf(list.get(at)) === key) return at;
  return -1;
}

/**
 * Writes a block into an existing item. Returns false if the item is of another kind and must be replaced.
 */
function writeBlock(item: unknown, block: Block): boolean {
  if ("object" in block) return isSame(item instanceof Y.Map ? item.toJSON() : item, block.object);
  if (!(item instanceof Y.Map)) return false;
  const children = (item as Item).get("children");
  if (!(children instanceof Y.Array)) return false;
  for (const key of (item as Item).keys())
    if (key !== "children" && key !== "_key" && !Object.hasOwn(block.rest, key)) (item as Item).delete(key);
  for (const [key, value] of Object.entries(block.rest))
    if (
      !isSame((item as Item).get(key), value) &&
      !(key === "markDefs" && isNone(value) && isNone((item as Item).get(key)))
    )
      (item as Item).set(key, value);
  writeChildren(children as Y.Array<unknown>, block.children);
  return true;
}

/**
 * Writes the children of a block. Texts with the same marks at both ends are edited by letters; the children
 * between them are replaced.
 */
function writeChildren(list: Y.Array<unknown>, children: readonly Child[]): void {
  const old = list.toArray();
  let start = 0;
  while (start < old.length && start < children.length && fits(old[start], children[start])) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < children.length - start &&
    fits(old.at(-1 - end), children.at(-1 - end))
  )
    end++;
  if (old.length > start + end) list.delete(start, old.length - start - end);
  const fresh = children.slice(start, children.length - end).map(newChild);
  if (fresh.length > 0) list.insert(start, fresh);
  children.forEach((child, at) => {
    const text = (list.get(at) as Item).get("text");
    if ("text" in child && text instanceof Y.Text) writeText(text, child.text);
  });
}

function fits(item: unknown, child: Child | undefined): boolean {
  if (!(item instanceof Y.Map) || child === undefined) return false;
  if ("object" in child) return isSame(item.toJSON(), child.object);
  const marks: unknown = item.get("marks");
  return item.get("text") instanceof Y.Text && isSame(sorted(marks), sorted(child.marks));
}

const sorted = (marks: unknown): string[] => (Array.isArray(marks) ? marks.map(String).sort() : []);

function newBlock(block: Block): unknown {
  if ("object" in block) return block.object;
  const map = new Y.Map<unknown>(Object.entries({ ...block.rest, _key: block.key ?? randomKey() }));
  const list = new Y.Array<unknown>();
  list.insert(0, block.children.map(newChild));
  map.set("children", list);
  return map;
}

function newChild(child: Child): Item {
  if ("object" in child) return new Y.Map(Object.entries({ _key: randomKey(), ...child.object }));
  return new Y.Map<unknown>([
    ["_type", "span"],
    ["_key", randomKey()],
    ["marks", [...child.marks]],
    ["text", new Y.Text(child.text)],
  ]);
}

const isNone = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
