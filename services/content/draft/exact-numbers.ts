import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import { invalidParams } from "../../../contracts/errors.js";
import { isExactNumber, KEPT_EXACTLY } from "../../../contracts/exact-number.js";
import { requireDepth } from "./plain-value.js";

/**
 * Throws `invalid_params` when an update brings a number that JSON cannot carry exactly (rules/content 59). What the document has
 * already, and what the update removes again, does not count: a draft from before this check can still be edited, and an editor
 * who corrects the number is heard.
 */
export function requireExactNumbers(doc: Y.Doc, update: Uint8Array): void {
  const { structs, ds } = Y.decodeUpdate(update);
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const { id } = struct;
    for (const [index, value] of valuesOf(struct.content).entries()) {
      const number = inexactWithin(value);
      const clock = id.clock + index;
      if (number === null || clock < Y.getState(doc.store, id.client)) continue;
      const isRemoved = ds.clients
        .get(id.client)
        ?.some((range) => range.clock <= clock && clock < range.clock + range.len);
      if (isRemoved !== true)
        throw invalidParams(`update has the number ${number}, which cannot be kept exactly: ${KEPT_EXACTLY}`);
    }
  }
}

/** The plain values of an item, each of which counts one clock. */
function valuesOf(content: Y.Item["content"]): readonly unknown[] {
  return content instanceof Y.ContentAny || content instanceof Y.ContentJSON ? content.arr : [];
}

/** The first such number in a value. */
function inexactWithin(value: unknown, depth = 1): string | null {
  if (typeof value === "number") return isExactNumber(value) ? null : String(value);
  // a bigint has all its digits, so that beyond 2^53 no number stands for it
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? null : String(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return null;
  if (!Array.isArray(value) && !isPlainObject(value)) return null;
  requireDepth(depth);
  for (const member of Object.values(value)) {
    const number = inexactWithin(member, depth + 1);
    if (number !== null) return number;
  }
  return null;
}
