import { isPlainObject } from "../../../contracts/content-values.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { fit, isShared, type Layout, layoutOf, type DraftShape } from "./layout.js";
import { countPermanentEntries } from "./permanent-entries.js";

/** The most bytes that Yjs writes about a piece beside its key and its content. */
const PIECE_BYTES = 32;

/** The most bytes of a number, and of the frame around a text or an object. */
const VALUE_BYTES = 9;

/** The size of the state of a draft that no editor has changed yet. */
export interface StateSize {
  /** The exact number of pieces. */
  pieces: number;
  /** An upper bound of the bytes. */
  bytes: number;
}

/** Measures a new state of settled fields without making it. */
export function measureState(shape: DraftShape, fields: ContentFields): StateSize {
  const layout = layoutOf(shape);
  const size: StateSize = { pieces: 0, bytes: PIECE_BYTES };
  measure(layout, fields, size);
  const { pieces, keyBytes } = countPermanentEntries(layout, fields);
  return { pieces: size.pieces + pieces, bytes: size.bytes + pieces * PIECE_BYTES + keyBytes };
}

function measure(layout: Layout, value: unknown, size: StateSize): void {
  if (isPlainObject(value) && isShared(layout, value)) {
    const entry = (key: string) => (layout.kind === "map" ? layout.entry(key) : layout);
    for (const [key, each] of Object.entries(value)) {
      addPiece(size, key);
      measure(fit(entry(key), each), each, size);
    }
  } else if (layout.kind === "list" && Array.isArray(value)) measureItems(layout.item, value, size);
  else if (layout.kind === "text" && value !== "") {
    addPiece(size);
    size.bytes += Buffer.byteLength(String(value));
  } else size.bytes += plainBytes(value);
}

/** Measures the items of a list. Neighbouring plain values are one piece. */
function measureItems(layout: Layout, items: readonly unknown[], size: StateSize): void {
  let isRun = false;
  for (const item of items) {
    const own = fit(layout, item);
    const isPlain = !isShared(own, item);
    if (!isPlain || !isRun) addPiece(size);
    isRun = isPlain;
    measure(own, item, size);
  }
}

function addPiece(size: StateSize, key = ""): void {
  size.pieces += 1;
  size.bytes += PIECE_BYTES + Buffer.byteLength(key);
}

function plainBytes(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + plainBytes(item), VALUE_BYTES);
  if (!isPlainObject(value)) return VALUE_BYTES;
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + VALUE_BYTES + Buffer.byteLength(key) + plainBytes(item),
    VALUE_BYTES,
  );
}
