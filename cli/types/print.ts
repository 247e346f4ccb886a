const WIDTH = 110;

/** Matches what moves the cursor of a terminal, or turns the direction in which the text around it is read. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const LONGEST_SAID = 500;

/** A server's text as it is shown in a terminal: on one line, and of at most 500 characters. */
export const printable = (text: string): string => text.slice(0, LONGEST_SAID).replaceAll(UNPRINTABLE, " ");

/** A text as it stands in a comment of TypeScript: on one line, and unable to end the comment. */
const inComment = (text: string): string =>
  text.replaceAll(UNPRINTABLE, " ").replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ").trim();

/** What editors are told of a type or a field, as a comment with its line break; nothing when it only repeats the name. */
export function printComment(indent: string, { name, title, description }: Described): string {
  const isName = (title ?? "").replaceAll(" ", "").toLowerCase() === name.toLowerCase();
  const text = isName ? "" : inComment(title ?? "");
  const more = inComment(description ?? "");
  if (text === "" && more === "") return "";
  if (text === "" || more === "") return `${indent}/** ${text}${more} */\n`;
  return `${indent}/**\n${indent} * ${text}\n${indent} *\n${indent} * ${more}\n${indent} */\n`;
}

export interface Described {
  name: string;
  title?: string | undefined;
  description?: string | null | undefined;
}

/** A text as a literal type. */
export const printLiteral = (text: string): string =>
  JSON.stringify(text).replaceAll(
    UNPRINTABLE,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A union; never where nothing is in it. */
export const printUnion = (members: readonly string[]): string => members.join(" | ") || "never";

/** `name: A | B;` with each member on a line of its own where one line would be too long. */
export function printProperty(indent: string, head: string, members: readonly string[]): string {
  const line = `${indent}${head}: ${printUnion(members)};\n`;
  if (line.length <= WIDTH + 1 || members.length === 1) return line;
  return `${indent}${head}:\n${members.map((each) => `${indent}  | ${each}`).join("\n")};\n`;
}
