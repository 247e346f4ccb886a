import type { Node } from "prosemirror-model";
import * as Y from "yjs";
import { positionIn, textAt } from "../positions.js";

/** Returns the draft position of a cursor in the editor; undefined if the cursor is in no text. */
export function positionOf(list: Y.Array<unknown> | null, doc: Node, at: number): string | undefined {
  const place = doc.resolve(at);
  const children = place.depth === 0 ? null : childrenOf(list?.get(place.index(0)));
  let left = place.parentOffset;
  for (const child of children ?? []) {
    const text = textOf(child);
    const length = text?.length ?? 1;
    if (text !== null && left <= length) return positionIn(text, left);
    left -= length;
  }
  return undefined;
}

/**
 * Returns the place in the editor of somebody else's position; null if it is not in this text. The editor
 * must show `list`.
 */
export function placeOf(list: Y.Array<unknown>, doc: Node, position: string | undefined): number | null {
  const found = textAt(list.doc, position);
  if (found === null) return null;
  const span = found.text.parent;
  const block = span?.parent?.parent;
  const index = list.toArray().indexOf(block);
  if (index < 0 || index >= doc.childCount) return null;
  let at = 1;
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
  for (const child of childrenOf(block) ?? []) {
    if (child === span) return Math.min(at + found.index, doc.content.size);
    at += textOf(child)?.length ?? 1;
  }
  return null;
}

function childrenOf(block: unknown): readonly unknown[] | null {
  const children: unknown = block instanceof Y.Map ? block.get("children") : null;
  return children instanceof Y.Array ? children.toArray() : null;
}

function textOf(child: unknown): Y.Text | null {
  const text: unknown = child instanceof Y.Map ? child.get("text") : null;
  return text instanceof Y.Text ? text : null;
}
