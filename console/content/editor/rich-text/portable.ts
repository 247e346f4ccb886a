import type { Mark, Node } from "prosemirror-model";
import { DECORATORS, definitionOf, schema } from "./schema.js";

/** A child of a block: a text with marks, or an object between texts. */
export type Child =
  | { marks: readonly string[]; text: string }
  | { object: Readonly<Record<string, unknown>> };

/** A block in the form in which it is written into a draft. */
export type Block =
  | { key: string | null; children: readonly Child[]; rest: Readonly<Record<string, unknown>> }
  | { key: string | null; object: unknown };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOr = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Converts portable text to an editor document, which always has at least one line. */
export function toDoc(blocks: readonly unknown[]): Node {
  const nodes = blocks.map(nodeOf);
  return schema.node("doc", null, nodes.length > 0 ? nodes : [schema.node("block")]);
}

function nodeOf(block: unknown): Node {
  if (!isObject(block) || block["_type"] !== "block" || !Array.isArray(block["children"]))
    return schema.node("object", {
      key: isObject(block) ? textOr(block["_key"]) : null,
      value: JSON.stringify(block),
    });
  const { _type, _key, style, listItem, level, children, markDefs, ...rest } = block;
  const definitions = new Map(
    (Array.isArray(markDefs) ? markDefs : [])
      .filter(isObject)
      .map((definition) => [String(definition["_key"]), definition]),
  );
  return schema.node(
    "block",
    {
      key: textOr(_key),
      style: textOr(style) ?? "normal",
      listItem: textOr(listItem),
      level: typeof level === "number" ? level : null,
      rest: JSON.stringify(rest),
    },
    (children as unknown[]).flatMap((child) => inlineOf(child, definitions)),
  );
}

function inlineOf(child: unknown, definitions: ReadonlyMap<string, Json>): Node[] {
  if (!isObject(child) || typeof child["text"] !== "string" || child["_type"] !== "span")
    return [schema.node("inlineObject", { value: JSON.stringify(child) })];
  if (child["text"] === "") return [];
  const names = Array.isArray(child["marks"]) ? child["marks"].map(String) : [];
  const marks = names.reduce<readonly Mark[]>((all, name) => {
    const definition = definitions.get(name);
    const mark =
      definition !== undefined
        ? schema.mark("annotation", { definition: JSON.stringify(definition) })
        : Object.hasOwn(DECORATORS, name)
          ? schema.mark(name)
          : schema.mark("other", { name });
    return mark.addToSet(all);
  }, []);
  return [schema.text(child["text"], marks)];
}

/** Converts a block of the editor to portable text. */
export function blockOf(node: Node): Block {
  const key = textOr(node.attrs["key"]);
  if (node.type.name === "object") return { key, object: JSON.parse(String(node.attrs["value"])) };
  const { style, listItem, level, rest } = node.attrs;
  const definitions = new Map<string, unknown>();
  const children: Child[] = [];
  node.forEach((inline) => {
    if (!inline.isText) {
      // Portable text has a text before, between and after objects.
      if (!isText(children.at(-1))) children.push({ marks: [], text: "" });
      children.push({ object: JSON.parse(String(inline.attrs["value"])) as Json });
      return;
    }
    const marks = inline.marks.map((mark) => {
      if (mark.type.name === "other") return String(mark.attrs["name"]);
      if (mark.type.name !== "annotation") return mark.type.name;
      const definition = definitionOf(mark);
      definitions.set(definition._key, definition);
      return definition._key;
    });
    children.push({ marks, text: inline.text ?? "" });
  });
  if (!isText(children.at(-1))) children.push({ marks: [], text: "" });
  return {
    key,
    children,
    rest: {
      ...(JSON.parse(String(rest)) as Json),
      _type: "block",
      style: String(style),
      ...(listItem !== null && { listItem: String(listItem), level: Number(level ?? 1) }),
      markDefs: [...definitions.values()],
    },
  };
}

const isText = (child: Child | undefined): boolean => child !== undefined && "text" in child;

/** Tells whether the document is a single empty paragraph. */
export const isBlank = (doc: Node): boolean => {
  const first = doc.firstChild;
  return (
    doc.childCount === 1 &&
    first?.type.name === "block" &&
    first.content.size === 0 &&
    first.attrs["listItem"] === null &&
    first.attrs["style"] === "normal" &&
    first.attrs["rest"] === "{}"
  );
};
