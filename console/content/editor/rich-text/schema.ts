import { type DOMOutputSpec, type Mark, type Node, Schema } from "prosemirror-model";

/** Headings and quotes of portable text by the element that shows them; every other style is a paragraph. */
const ELEMENTS: Readonly<Record<string, string>> = {
  h1: "h1",
  h2: "h2",
  h3: "h3",
  h4: "h4",
  blockquote: "blockquote",
};
/** What portable text calls bold and the like, by the element that shows it. */
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

/** Portable text as ProseMirror has it: a row of blocks; objects of other kinds are kept whole and shown by their type. */
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
        { tag: "p" },
        { tag: "li", getAttrs: (item) => text(listOf(item)) },
        ...Object.entries(ELEMENTS).map(([style, tag]) => ({ tag, attrs: text({ style }) })),
      ],
      toDOM: ({ attrs: { style, listItem, level } }): DOMOutputSpec => [
        ELEMENTS[String(style)] ?? "p",
        listItem === null ? {} : { "data-list": String(listItem), "data-level": String(level ?? 1) },
        0,
      ],
    },
    object: {
      atom: true,
      attrs: { ...keyed, value: { default: "{}" } },
      parseDOM: [{ tag: "div[data-object]", getAttrs: (div) => ({ value: div.dataset["object"] ?? "{}" }) }],
      toDOM: (node): DOMOutputSpec => ["div", { "data-object": String(node.attrs["value"]) }, nameOf(node)],
    },
    text: { group: "inline" },
    inlineObject: {
      group: "inline",
      inline: true,
      atom: true,
      attrs: { value: { default: "{}" } },
      toDOM: (node): DOMOutputSpec => ["span", { "data-object": "" }, nameOf(node)],
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
    /** A mark of a block's `markDefs`, such as a link. It is never a link here: a click writes, it does not go. */
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
      ],
      toDOM: (mark): DOMOutputSpec => ["span", { class: "annotation", title: titleOf(mark) }, 0],
    },
    /** A decorator that this editor has no button for: kept. */
    other: {
      attrs: { name: {} },
      excludes: "",
      toDOM: (mark): DOMOutputSpec => ["span", { class: "annotation", title: String(mark.attrs["name"]) }, 0],
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

/** What is asked of an element. */
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

/** Objects show their type; a picture in the text is seen where the text is read. */
const nameOf = (node: Node): string => {
  const { _type } = JSON.parse(String(node.attrs["value"])) as { _type?: unknown };
  return typeof _type === "string" ? _type : "Object";
};
