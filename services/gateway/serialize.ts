import { loopTurns } from "../../runtime/process/loop-turns.js";

const kept = new WeakMap<object, string | Buffer>();

/** Below this the server sends head and body as one string, in one cheaper write. */
const MIN_BUFFER_LENGTH = 2048;

/**
 * JSON of a result. Frozen results are given again and again (a catalog, a health answer): what is sent
 * is kept. As bytes when it is long, for the socket would encode the string anew for every answer (a
 * quarter of the work of `GET /v1/models`, docs/benchmarks.md).
 */
export function serialize(result: object): string | Buffer {
  if (!Object.isFrozen(result)) return JSON.stringify(result);
  let body = kept.get(result);
  if (body === undefined) {
    const text = JSON.stringify(result);
    body = text.length < MIN_BUFFER_LENGTH ? text : Buffer.from(text);
    kept.set(result, body);
  }
  return body;
}

/** A list of so few elements is rendered in one go. */
const SHORT = 4;
/** Characters that are rendered before the event loop may have a turn. */
const SLICE_CHARACTERS = 256 * 1024;

/** Whether a result has a list that may take long to render. What is frozen was rendered before. */
export const hasLongList = (result: object): boolean =>
  !Object.isFrozen(result) &&
  Object.values(result).some((value) => Array.isArray(value) && value.length > SHORT);

/**
 * JSON of a result, as `JSON.stringify` makes it, with turns of the event loop between the elements of its lists: a list of
 * 50,000 objects, or of 200 large documents, takes half a second of a processor.
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
