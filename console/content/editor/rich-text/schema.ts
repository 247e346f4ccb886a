import { type DOMOutputSpec, type Mark, type Node, Schema } from "prosemirror-model";

/**
 * The HTML elements of headings and quotes by their portable text style; every other style is a paragraph.
 */
const ELEMENTS: Readonly<Record<string, string>> = {
  h1: "h1",
  h2: "h2",
  h3: "h3",
  h4: "h4",
  blockquote: "blockquote",
};
/** The HTML elements of portable text decorators such as bold, by the name of the decorator. */
export const DECORATORS: Readonly<Record<string, string>> = {
  strong: "strong",
  em: "em",
  code: "code",
  underline: "u",
  "strike-through": "s",
};
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|\/|#)/i;

const keyed = { key: { default: null } };
const text = (attrs: object) => ({ style: "normal", listItem: null, level: null, rest: "{}", ...attrs });

/**
 * The ProseMirror schema of portable text: a sequence of blocks. Objects of other types are kept unchanged
 * and shown by their type.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: "(block | object)+" },
    block: {
      content: "inline*",
      attrs: {
        ...keyed,
        style: { default: "normal" },
        listItem: { default: null },
        level: { default: null },
        rest: { default: "{}" },
      },
      parseDOM: [
        { tag: "[data-block]", getAttrs: (element) => pastedBlock(element) },
        { tag: "p" },
        { tag: "li", getAttrs: (item) => text(listOf(item)) },
        ...Object.entries(ELEMENTS).map(([style, tag]) => ({ tag, attrs: text({ style }) })),
      ],
      toDOM: ({ attrs: { style, listItem, level, rest } }): DOMOutputSpec => [
        ELEMENTS[String(style)] ?? "p",
        {
          "data-block": JSON.stringify({ style, listItem, level, rest: objectOf(String(rest)) ?? {} }),
          ...(listItem !== null && { "data-list": String(listItem), "data-level": String(level ?? 1) }),
        },
        0,
      ],
    },
    object: {
      atom: true,
      attrs: { ...keyed, value: { default: "{}" } },
      parseDOM: [{ tag: "div[data-object]", getAttrs: (div) => pastedObject(div) }],
      toDOM: (node): DOMOutputSpec => ["div", { "data-object": String(node.attrs["value"]) }, nameOf(node)],
    },
    text: { group: "inline" },
    inlineObject: {
      group: "inline",
      inline: true,
      atom: true,
      attrs: { value: { default: "{}" } },
      parseDOM: [{ tag: "span[data-object]", getAttrs: (span) => pastedObject(span) }],
      toDOM: (node): DOMOutputSpec => ["span", { "data-object": String(node.attrs["value"]) }, nameOf(node)],
    },
  },
  marks: {
    ...Object.fromEntries(
      Object.entries(DECORATORS).map(([name, tag]) => [
        name,
        {
          parseDOM: [{ tag }, ...(tag === "strong" ? [{ tag: "b" }] : tag === "em" ? [{ tag: "i" }] : [])],
          toDOM: (): DOMOutputSpec => [tag, 0],
        },
      ]),
    ),
    /**
     * A mark of a block's `markDefs`, such as a link. The editor renders no `a` element, so a click places
     * the cursor.
     */
    annotation: {
      attrs: { definition: {} },
      inclusive: false,
      excludes: "",
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = link.getAttribute("href") ?? "";
            return SAFE_ADDRESS.test(href) && { definition: JSON.stringify(linkTo(href)) };
          },
        },
        { tag: "span[data-annotation]", getAttrs: (span) => pastedAnnotation(span) },
      ],
      toDOM: (mark): DOMOutputSpec => [
        "span",
        {
          class: "annotation",
          title: titleOf(mark),
          "data-annotation": String(mark.attrs["definition"]),
        },
        0,
      ],
    },
    /** A decorator that this editor has no button for, which is kept unchanged. */
    other: {
      attrs: { name: {} },
      excludes: "",
      parseDOM: [
        {
          tag: "span[data-mark]",
          getAttrs: (span) => {
            const name = span.getAttribute("data-mark") ?? "";
            return name !== "" && !Object.hasOwn(DECORATORS, name) && { name };
          },
        },
      ],
      toDOM: ({ attrs: { name } }): DOMOutputSpec => [
        "span",
        { class: "annotation", title: String(name), "data-mark": String(name) },
        0,
      ],
    },
  },
});

export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 12);

export interface Definition {
  _key: string;
  _type: string;
  href?: unknown;
}
export const linkTo = (href: string): Definition => ({ _key: randomKey(), _type: "link", href });

export const definitionOf = (mark: Mark): Definition =>
  JSON.parse(String(mark.attrs["definition"])) as Definition;

const titleOf = (mark: Mark): string => {
  const { href, _type } = definitionOf(mark);
  return typeof href === "string" ? href : _type;
};

/** The properties that are read of an element and its parents. */
interface Within {
  tagName: string;
  parentElement: Within | null;
}

function listOf(item: Within): object {
  let level = 0;
  for (let list = item.parentElement; list !== null; list = list.parentElement)
    if (/^(?:UL|OL)$/.test(list.tagName)) level += 1;
  return { listItem: item.parentElement?.tagName === "OL" ? "number" : "bullet", level: Math.max(1, level) };
}

/** Returns the `_type` of an object, which the editor shows in place of the object's content. */
const nameOf = (node: Node): string => {
  const type = objectOf(String(node.attrs["value"]))?.["_type"];
  return typeof type === "string" ? type : "Object";
};

/** Returns the object of a JSON text; null if the text is no JSON object. */
export function objectOf(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * The one method that is used of a pasted element. The element may come from any page, so every value is
 * checked.
 */
interface Pasted {
  getAttribute: (name: string) => string | null;
}

function pastedBlock(element: Pasted): object | false {
  const found = objectOf(element.getAttribute("data-block"));
  if (found === null) return false;
  const { style, listItem, level, rest } = found;
  if (typeof style !== "string" || style === "") return false;
  const others = objectOf(JSON.stringify(rest ?? {})) ?? {};
  return {
    style,
    listItem: typeof listItem === "string" && listItem !== "" ? listItem : null,
    level: typeof level === "number" ? level : null,
    // The rest never holds the block's own properties.
    rest: JSON.stringify(
      Object.fromEntries(Object.entries(others).filter(([name]) => !OF_A_BLOCK.has(name))),
    ),
  };
}
const OF_A_BLOCK = new Set([
  "_type",
  "_key",
  "style",
  "listItem",
  "level",
  "children",
  "markDefs",
  "__proto__",
]);

/** Reads a pasted object and gives it a new key, so that pasting it twice makes two objects. */
function pastedObject(element: Pasted): { value: string } | false {
  const { _key, ...value } = objectOf(element.getAttribute("data-object")) ?? {};
  return typeof value["_type"] === "string" && { value: JSON.stringify({ _key: randomKey(), ...value }) };
}

function pastedAnnotation(element: Pasted): { definition: string } | false {
  const { _key, ...definition } = objectOf(element.getAttribute("data-annotation")) ?? {};
  const { _type, href } = definition;
  if (typeof _type !== "string") return false;
  if (href !== undefined && (typeof href !== "string" || !SAFE_ADDRESS.test(href))) return false;
  // The key follows from the definition: the pieces of one link stay one link, and other links of the block
  // stay separate.
  return { definition: JSON.stringify({ _key: keyFor(JSON.stringify(definition)), ...definition }) };
}

/** Returns a key that depends on the text alone. */
function keyFor(text: string): string {
  let [one, other] = [0, 0];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}
