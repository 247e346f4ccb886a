import { loopTurns } from "../../../../runtime/process/loop-turns.js";

/** The number of characters that are rendered before the event loop may have a turn. */
const SLICE_CHARACTERS = 64 * 1024;

/**
 * Returns the JSON of a value, equal to that of `JSON.stringify`, with turns of the event loop between its
 * parts: a text of 20 MB takes a tenth of a second.
 */
export async function writeText(value: object): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = "";
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < SLICE_CHARACTERS) continue;
    parts.push(Buffer.from(text));
    text = "";
    await loopTurns.pause();
  }
  parts.push(Buffer.from(text));
  return Buffer.concat(parts);
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || !hasParts(value)) yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) {
    let before = "[";
    for (const element of value) {
      yield before;
      yield* piecesOf(element);
      before = ",";
    }
    yield "]";
  } else {
    let before = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(member);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  }
}

/** Tells whether an object or list has others within; a value that has none is rendered in one go. */
const hasParts = (value: object): boolean =>
  Object.values(value).some((member) => typeof member === "object" && member !== null);
