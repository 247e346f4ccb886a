import * as Y from "yjs";
import { canonical } from "./plain-value.js";
import { projectValue } from "./project-fields.js";

/** A step from a shared type to one in it: by the key of a map, or by the identity of a list's item. */
type Step = { key: string } | { item: string };

/** Returns the path from a shared type to another one within it; null when it is not within it. */
export function pathWithin(inner: Y.AbstractType<unknown>, outer: Y.AbstractType<unknown>): Step[] | null {
  if (inner === outer) return [];
  const { _item: item, parent } = inner;
  if (item === null || !(parent instanceof Y.AbstractType)) return null;
  const before = pathWithin(parent, outer);
  if (before === null) return null;
  return [...before, item.parentSub === null ? { item: identity(inner) } : { key: item.parentSub }];
}

/** Follows the same path from another type; returns null when it leads nowhere. */
export function followPath(
  from: Y.AbstractType<unknown>,
  path: readonly Step[],
): Y.AbstractType<unknown> | null {
  let at: unknown = from;
  for (const step of path) {
    if ("key" in step) at = at instanceof Y.Map ? at.get(step.key) : null;
    else at = at instanceof Y.Array ? at.toArray().find((each) => identity(each) === step.item) : null;
  }
  return at instanceof Y.AbstractType ? at : null;
}

/** Returns the `_key` of an item, or its content where it has none. */
function identity(item: unknown): string {
  const key = item instanceof Y.Map ? item.get("_key") : undefined;
  return typeof key === "string" && key !== "" ? `#${key}` : `=${canonical(projectValue(item) ?? null)}`;
}
