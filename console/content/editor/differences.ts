import { diffWordsWithSpace } from "diff";

export interface Part {
  value: string;
  added: boolean;
  removed: boolean;
}
export interface Difference {
  /**
   * The names of the fields joined by dots; the code of the language comes last if the field has languages.
   */
  path: string;
  parts: readonly Part[];
}

/**
 * Length of both texts together up to which they are compared by words; the time of a comparison grows with
 * the product of the lengths.
 */
const MAX_CHARACTERS = 20_000;
/** Number of unchanged characters that are shown around a change. */
const AROUND = 120;

/** Returns the fields that differ between two drafts, with the changed words of each. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): Difference[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [from, to] = [old.get(path) ?? "", now.get(path) ?? ""];
    return from === to ? [] : [{ path, parts: shortened(compare(from, to)) }];
  });
}

function compare(from: string, to: string): Part[] {
  if (from.length + to.length > MAX_CHARACTERS)
    return [
      { value: from, added: false, removed: true },
      { value: to, added: true, removed: false },
    ].filter(({ value }) => value !== "");
  return diffWordsWithSpace(from, to).map(({ value, added, removed }) => ({
    value,
    added,
    removed,
  }));
}

const shortened = (parts: readonly Part[]): Part[] =>
  parts.map((part, at) => {
    if (part.added || part.removed || part.value.length <= AROUND * 2 + 3) return part;
    const head = at === 0 ? "" : part.value.slice(0, AROUND);
    const tail = at === parts.length - 1 ? "" : part.value.slice(-AROUND);
    return { ...part, value: `${head} … ${tail}` };
  });

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns every text and value of a draft by its path; a rich text becomes one line for each block. */
function textsOf(draft: Json): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (value === undefined || value === null || value === "") return;
    if (isRichText(value)) found.set(path, value.map(lineOf).join("\n"));
    else if (Array.isArray(value)) value.forEach((item, at) => walk(item, `${path} ${at + 1}`));
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
    else found.set(path, typeof value === "string" ? value : JSON.stringify(value));
  };
  walk(draft, "");
  return new Map([...found].filter(([, text]) => text.trim() !== ""));
}

const isRichText = (value: unknown): value is Json[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item["_type"] === "string");

function lineOf({ _type, _key, children, ...rest }: Json): string {
  if (_type !== "block" || !Array.isArray(children)) return `[${String(_type)} ${JSON.stringify(rest)}]`;
  return children
    .map((child) => (isObject(child) && typeof child["text"] === "string" ? child["text"] : "[…]"))
    .join("");
}
