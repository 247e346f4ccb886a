import { loopTurns } from "../../runtime/process/loop-turns.js";

/** The number of characters that are rendered before the event loop may have a turn. */
const SLICE_CHARACTERS = 256 * 1024;

/**
 * Returns the JSON of a result, equal to that of `JSON.stringify`, with turns of the event loop between the
 * elements of its lists: a list of 50,000 objects, or of 200 large documents, takes half a second of a
 * processor.
 */
export async function serializeLists(result: object): Promise<string | Buffer> {
  const parts: Buffer[] = [];
  let text = "";
  for (const piece of piecesOf(result)) {
    text += piece;
    if (text.length < SLICE_CHARACTERS) continue;
    parts.push(Buffer.from(text));
    text = "";
    await loopTurns.pause();
  }
  return parts.length === 0 ? text : Buffer.concat([...parts, Buffer.from(text)]);
}

function* piecesOf(result: object): Generator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (Array.isArray(value)) yield* elementsOf(value);
    else yield JSON.stringify(value);
  }
  yield before === "{" ? "{}" : "}";
}

function* elementsOf(list: readonly unknown[]): Generator<string> {
  let before = "[";
  for (const element of list) {
    yield `${before}${JSON.stringify(element) ?? "null"}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
