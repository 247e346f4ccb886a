import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import { invalidParams } from "../../../contracts/errors.js";
import { isExactNumber, KEPT_EXACTLY } from "../../../contracts/exact-number.js";
import { requireDepth } from "./plain-value.js";

/**
 * Throws `invalid_params` when an update brings a number that JSON cannot carry exactly (rules/content 59). What the document has
 * already, and what the update removes again, does not count: a draft from before this check can still be edited, and an editor
 * who corrects the number, or moves it, is heard.
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

/** The plain values of an item, each of which counts one clock. */
function valuesOf(content: Y.Item["content"]): readonly unknown[] {
  return content instanceof Y.ContentAny || content instanceof Y.ContentJSON ? content.arr : [];
}

/** The numbers of this kind that a document has, or had and still remembers. */
function inexactNumbersOf({ store }: Y.Doc): ReadonlySet<string> {
  const values = [...store.clients.values()]
    .flat()
    .flatMap((struct) => (struct instanceof Y.Item ? valuesOf(struct.content) : []));
  return new Set(values.flatMap((value) => [...inexactWithin(value)]));
}

/** Such numbers in a value, one by one. */
function* inexactWithin(value: unknown, depth = 1): Generator<string> {
  if (typeof value === "number" && !isExactNumber(value)) yield String(value);
  // a bigint has all its digits, so that beyond 2^53 no number stands for it
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) yield String(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  requireDepth(depth);
  for (const member of Object.values(value)) yield* inexactWithin(member, depth + 1);
}
