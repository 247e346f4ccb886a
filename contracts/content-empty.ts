export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A block of portable text that holds text of its own; every other block is an object. */
const isTextBlock = (block: Record<string, unknown>): boolean => block["_type"] === "block";

/** Whether a child of a text block says something: a span that is not blank, or an object between the spans. */
const isContent = (child: unknown): boolean =>
  isPlainObject(child) && (typeof child["text"] !== "string" || child["text"].trim() !== "");

const isBlankBlock = (item: unknown): boolean =>
  isPlainObject(item) &&
  isTextBlock(item) &&
  !(Array.isArray(item["children"]) && item["children"].some(isContent));

/**
 * What is empty, for fallback and `exists` (rules/delivery 30): absent, null, '', [], portable text without text or object block.
 * `false` and 0 never are. What is no portable text has no text blocks, so that one rule serves every field.
 */
export function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) && value.every(isBlankBlock);
}
