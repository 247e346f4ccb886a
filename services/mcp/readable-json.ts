/** An indented text has at most so many characters, or so many times as many as the compact one. */
const MOST_INDENTED = 64 * 1024;
const MOST_TIMES = 3;
const STEP = 2;

/**
 * Writes a value as JSON, indented by two spaces. A value that indentation makes longer than 64 KB and more than three times as
 * long stands in one line (rules/mcp 5): a deeply nested one would have hundreds of times its length, so the length is counted
 * before the text is made.
 */
export function readableJson(value: object): string {
  const compact = JSON.stringify(value);
  if (indentedLength(compact) > Math.max(MOST_INDENTED, MOST_TIMES * compact.length)) return compact;
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
