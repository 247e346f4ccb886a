/** A block of portable text: a paragraph, a heading or an item of a list. Blocks of other kinds have no children. */
export interface Block {
  _type: string;
  style?: string;
  listItem?: string;
  children?: { _type: string; text?: string; marks?: string[] }[];
  markDefs?: { _key: string; _type: string; href?: string }[];
}

const ELEMENTS: Readonly<Record<string, string>> = {
  h1: "h2",
  h2: "h2",
  h3: "h3",
  h4: "h4",
  blockquote: "blockquote",
};
const MARKS: Readonly<Record<string, string>> = {
  strong: "strong",
  em: "em",
  code: "code",
  underline: "u",
  "strike-through": "s",
};

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** HTML of a text. Marks, styles and blocks that it does not know are left out; their words stay. */
export const htmlOf = (blocks: readonly Block[]): string => blocks.map(blockOf).join("\n");

function blockOf({ _type, style = "normal", listItem, children = [], markDefs = [] }: Block): string {
  if (_type !== "block") return "";
  const inside = children
    .map(({ text = "", marks = [] }) =>
      marks.reduce((html, mark) => marked(html, mark, markDefs), escape(text)),
    )
    .join("");
  if (listItem !== undefined) {
    const list = listItem === "number" ? "ol" : "ul";
    return `<${list}><li>${inside}</li></${list}>`;
  }
  const element = ELEMENTS[style] ?? "p";
  return `<${element}>${inside}</${element}>`;
}

function marked(html: string, mark: string, defs: NonNullable<Block["markDefs"]>): string {
  const element = MARKS[mark];
  if (element !== undefined) return `<${element}>${html}</${element}>`;
  const href = defs.find(({ _key }) => _key === mark)?.href ?? "";
  // Authors may type any address; one that is a script is not led to.
  return /^(?:https?:\/\/|mailto:|\/)/i.test(href) ? `<a href="${escape(href)}">${html}</a>` : html;
}
