import { loopTurns } from "../../runtime/loop-turns.js";

/** Lists that are shorter, in elements, and that are rendered in one go where their elements are small too. */
const SHORT = 20;
/** Characters that are rendered before the event loop may have a turn. */
const SLICE_CHARACTERS = 256 * 1024;

/** The list of a result that may be long, by its name; null where there is none. */
export function longListOf(result: object): string | null {
  if (Object.isFrozen(result)) return null;
  for (const [name, value] of Object.entries(result))
    if (Array.isArray(value) && value.length > SHORT) return name;
  return null;
}

/**
 * JSON of a result with a long list, as `JSON.stringify` makes it, with turns of the event loop in between: a list of 50,000
 * objects takes half a second of a processor.
 */
export async function serializeList(result: object, name: string): Promise<Buffer> {
  const { [name]: list, ...rest } = result as Record<string, unknown>;
  const elements = list as readonly unknown[];
  const parts: Buffer[] = [];
  let text = `{${JSON.stringify(name)}:[`;
  for (const [index, element] of elements.entries()) {
    text += `${index === 0 ? "" : ","}${JSON.stringify(element) ?? "null"}`;
    if (text.length < SLICE_CHARACTERS) continue;
    parts.push(Buffer.from(text));
    text = "";
    await loopTurns.pause();
  }
  const behind = JSON.stringify(rest);
  parts.push(Buffer.from(`${text}]${behind === "{}" ? "" : ","}${behind.slice(1)}`));
  return Buffer.concat(parts);
}
