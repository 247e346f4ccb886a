/** The longest text that is indented. */
const MOST_INDENTED = 64 * 1024;
const STEP = 2;

/**
 * Writes a value as JSON: indented by two spaces where the indented text has at most 64 KB, and in one line otherwise
 * (rules/mcp 5). Indentation makes a deeply nested value hundreds of times as long, so its length is counted before the text
 * is made.
 */
export function readableJson(value: object): string {
  const compact = JSON.stringify(value);
  if (compact.length > MOST_INDENTED || indentedLength(compact) > MOST_INDENTED) return compact;
  return JSON.stringify(value, null, STEP);
}

/** Returns the length of the indented form of compact JSON whose value lies `depth` levels deep in another one. */
export function indentedLength(compact: string, depth = 0): number {
  let length = compact.length;
  let level = depth;
  let isInText = false;
  for (let at = 0; at < compact.length; at += 1) {
    const character = compact[at];
    if (isInText) {
      if (character === "\\") at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === ":") length += 1;
    else if (character === ",") length += 1 + STEP * level;
    else if (character === "[" || character === "{") {
      // An empty list or object stays in one line.
      if (compact[at + 1] === "]" || compact[at + 1] === "}") at += 1;
      else {
        level += 1;
        length += 1 + STEP * level;
      }
    } else if (character === "]" || character === "}") {
      level -= 1;
      length += 1 + STEP * level;
    }
  }
  return length;
}
