import { isPlainObject } from "../../../contracts/content-values.js";
import type { IssueCode } from "../../../contracts/content-schema.js";
import { quoted } from "../../../contracts/nearest-name.js";

/** The longest key, in characters, by which an issue names its block. */
const MAX_KEY = 60;

type Add = (path: string, code: IssueCode, message: string) => void;

/**
 * Checks the shape of portable text (rules/content 48): blocks and children with a `_type`, unique keys, spans with text
 * and marks, `markDefs` for marks to refer to. A missing `_key` is allowed: saving adds it. The other fields of an
 * object block are not checked.
 */
export function checkPortableText(value: unknown, path: string, add: Add): void {
  if (!Array.isArray(value)) return add(path, "invalid_type", "must be a list of portable text blocks");
  checkKeys(value, path, add);
  value.forEach((block: unknown, index) => {
    const at = placeOf(path, block, index);
    if (!hasType(block)) return add(at, "invalid_block", 'must be an object with a "_type"');
    if (block["_type"] === "block") checkTextBlock(block, at, add);
  });
}

function checkTextBlock(block: Record<string, unknown>, path: string, add: Add): void {
  const { children, markDefs, style, listItem, level } = block;
  if (!Array.isArray(children)) add(`${path}.children`, "invalid_block", "must be a list of spans");
  else checkChildren(children, path, add);
  if (markDefs !== undefined && markDefs !== null) checkMarkDefs(markDefs, path, add);
  for (const [name, text] of Object.entries({ style, listItem }))
    if (text !== undefined && text !== null && typeof text !== "string")
      add(`${path}.${name}`, "invalid_block", "must be a text");
  if (level !== undefined && level !== null && typeof level !== "number")
    add(`${path}.level`, "invalid_block", "must be a number");
}

function checkChildren(children: readonly unknown[], path: string, add: Add): void {
  checkKeys(children, `${path}.children`, add);
  children.forEach((child, index) => {
    const at = `${path}.children[${index}]`;
    if (!hasType(child)) return add(at, "invalid_block", 'must be an object with a "_type"');
    if (child["_type"] !== "span") return;
    if (typeof child["text"] !== "string") add(`${at}.text`, "invalid_block", "must be a text");
    const { marks } = child;
    if (marks !== undefined && marks !== null && !(Array.isArray(marks) && marks.every(isText)))
      add(`${at}.marks`, "invalid_block", "must be a list of texts");
  });
}

function checkMarkDefs(markDefs: unknown, path: string, add: Add): void {
  if (!Array.isArray(markDefs)) return add(`${path}.markDefs`, "invalid_block", "must be a list");
  checkKeys(markDefs, `${path}.markDefs`, add);
  markDefs.forEach((definition: unknown, index) => {
    if (!hasType(definition) || typeof definition["_key"] !== "string")
      add(`${path}.markDefs[${index}]`, "invalid_block", 'must be an object with a "_type" and a "_key"');
  });
}

/** Checks that keys are unique: editors and merges would take two equal keys for one item. */
function checkKeys(items: readonly unknown[], path: string, add: Add): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    if (!isPlainObject(item) || item["_key"] === undefined) return;
    const key = item["_key"];
    if (typeof key !== "string" || key === "")
      add(`${path}[${index}]._key`, "invalid_block", "must be a text that is not empty");
    else if (seen.has(key)) add(`${path}[${index}]._key`, "duplicate_key", `repeats ${quoted(key)}`);
    seen.add(key);
  });
}

const isText = (value: unknown): value is string => typeof value === "string";

const hasType = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && typeof value["_type"] === "string" && value["_type"] !== "";

/** Returns the path of a block: `body[_key=="k1"]`, or `body[0]` by its index where it has no key or one that is too long. */
const placeOf = (path: string, block: unknown, index: number): string =>
  isPlainObject(block) &&
  typeof block["_key"] === "string" &&
  block["_key"] !== "" &&
  block["_key"].length <= MAX_KEY
    ? `${path}[_key==${quoted(block["_key"])}]`
    : `${path}[${index}]`;
