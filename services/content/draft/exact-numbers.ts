import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import { invalidParams } from "../../../contracts/errors.js";
import { isExactNumber, KEPT_EXACTLY } from "../../../contracts/exact-number.js";
import { requireDepth } from "./plain-value.js";

/**
 * Throws `invalid_params` when an update adds a number that JSON cannot carry exactly (rules/content 59).
 * Numbers that the document has already, and those that the update removes again, do not count: a draft from
 * before this check can still be edited, and an editor may correct or move such a number.
 */
export function requireExactNumbers(doc: Y.Doc, update: Uint8Array): void {
  const { structs, ds } = Y.decodeUpdate(update);
  let known: ReadonlySet<string> | null = null;
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const { id } = struct;
    for (const [index, value] of valuesOf(struct.content).entries()) {
      const numbers = [...inexactWithin(value)];
      const clock = id.clock + index;
      if (numbers.length === 0 || clock < Y.getState(doc.store, id.client)) continue;
      const isRemoved = ds.clients
        .get(id.client)
        ?.some((range) => range.clock <= clock && clock < range.clock + range.len);
      if (isRemoved === true) continue;
      const before = (known ??= inexactNumbersOf(doc));
      const number = numbers.find((each) => !before.has(each));
      if (number !== undefined)
        throw invalidParams(`update has the number ${number}, which is not taken: ${KEPT_EXACTLY}`);
    }
  }
}

/** Returns the plain values of an item, each of which counts one clock. */
function valuesOf(content: Y.Item["content"]): readonly unknown[] {
  return content instanceof Y.ContentAny || content instanceof Y.ContentJSON ? content.arr : [];
}

/** Returns the inexact numbers that a document has, or had and still remembers. */
function inexactNumbersOf({ store }: Y.Doc): ReadonlySet<string> {
  const values = [...store.clients.values()]
    .flat()
    .flatMap((struct) => (struct instanceof Y.Item ? valuesOf(struct.content) : []));
  return new Set(values.flatMap((value) => [...inexactWithin(value)]));
}

/** Yields the inexact numbers in a value. */
function* inexactWithin(value: unknown, depth = 1): Generator<string> {
  if (typeof value === "number" && !isExactNumber(value)) yield String(value);
  // A bigint has all its digits, so beyond 2^53 no number stands for it.
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) yield String(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  requireDepth(depth);
  for (const member of Object.values(value)) yield* inexactWithin(member, depth + 1);
}
