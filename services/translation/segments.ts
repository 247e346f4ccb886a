import { isPlainObject } from "../../contracts/content-values.js";

/** A text of a value for the model, and the white space around it. */
interface Piece {
  text: string;
  before: string;
  after: string;
}

/** Cuts the white space around a text: models lose it, and the spans of a sentence depend on it. */
function pieceOf(text: string): Piece | null {
  const core = text.trim();
  if (core === "") return null;
  const start = text.indexOf(core);
  return { text: core, before: text.slice(0, start), after: text.slice(start + core.length) };
}

/**
 * Yields the texts of a value with their places, in reading order: the whole of a string, each span of
 * portable text.
 */
function* textsOf(value: unknown): Generator<{ at: string; text: string }> {
  if (typeof value === "string") yield { at: "", text: value };
  if (!Array.isArray(value)) return;
  for (const [block, each] of value.entries()) {
    if (!isPlainObject(each) || !Array.isArray(each["children"])) continue;
    for (const [child, span] of (each["children"] as unknown[]).entries())
      if (isPlainObject(span) && typeof span["text"] === "string")
        yield { at: `${block}.${child}`, text: span["text"] };
  }
}

/** Returns true for a value with a text to translate; reads no further than that text. */
export function hasText(value: unknown): boolean {
  for (const { text } of textsOf(value)) if (text.trim() !== "") return true;
  return false;
}

/** Returns the texts of a value that are to be translated, by their places; empty when there are none. */
export function readSegments(value: unknown): Record<string, string> {
  const segments: Record<string, string> = {};
  for (const { at, text } of textsOf(value)) {
    const piece = pieceOf(text);
    if (piece !== null) segments[at] = piece.text;
  }
  return segments;
}

/**
 * Returns the value with its texts replaced; blocks, keys, marks and everything else stay. Returns null when
 * a text did not come back, or came back empty.
 */
export function writeSegments(value: unknown, segments: Readonly<Record<string, string>>): unknown {
  const replacements = new Map<string, string>();
  for (const { at, text } of textsOf(value)) {
    const piece = pieceOf(text);
    if (piece === null) continue;
    const translated = Object.hasOwn(segments, at) ? segments[at]?.trim() : undefined;
    if (translated === undefined || translated === "") return null;
    replacements.set(at, `${piece.before}${translated.toWellFormed()}${piece.after}`);
  }
  if (typeof value === "string") return replacements.get("") ?? value;
  if (!Array.isArray(value)) return value;
  return value.map((block: unknown, blockAt) => {
    if (!isPlainObject(block) || !Array.isArray(block["children"])) return block;
    const children = (block["children"] as unknown[]).map((span, spanAt) => {
      const text = replacements.get(`${blockAt}.${spanAt}`);
      return text === undefined || !isPlainObject(span) ? span : { ...span, text };
    });
    return { ...block, children };
  });
}
