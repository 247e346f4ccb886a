import { chainCommands, splitBlockAs, toggleMark } from "prosemirror-commands";
import { InputRule } from "prosemirror-inputrules";
import type { Node } from "prosemirror-model";
import { type Command, type EditorState, Plugin } from "prosemirror-state";
import { FROM_DRAFT } from "./show-blocks.js";
import { linkTo, objectOf, randomKey, schema } from "./schema.js";

type Attrs = Readonly<Record<string, unknown>>;

const isBlock = (node: Node): boolean => node.type.name === "block";

/** Returns a command that changes the attributes of every block in the selection. */
export const setBlocks =
  (change: (attrs: Attrs) => Attrs): Command =>
  ({ selection: { from, to }, doc, tr }, dispatch) => {
    let isChanged = false;
    doc.nodesBetween(from, to, (node, place) => {
      if (!isBlock(node)) return true;
      const attrs = { ...node.attrs, ...change(node.attrs) };
      if (!node.hasMarkup(node.type, attrs)) {
        isChanged = true;
        tr.setNodeMarkup(place, undefined, attrs);
      }
      return false;
    });
    if (isChanged) dispatch?.(tr);
    return isChanged;
  };

export const setStyle = (style: string): Command => setBlocks(() => ({ style, listItem: null, level: null }));
export const toggleList =
  (listItem: string): Command =>
  (state, dispatch) =>
    setBlocks(() =>
      blockAt(state)?.attrs["listItem"] === listItem
        ? { listItem: null, level: null }
        : { listItem, level: 1, style: "normal" },
    )(state, dispatch);
export const shiftList = (by: number): Command =>
  setBlocks(({ listItem, level }) =>
    listItem === null ? {} : { level: Math.min(6, Math.max(1, Number(level ?? 1) + by)) },
  );

/** Returns the block at the cursor; null if the cursor is in no text block. */
export const blockAt = ({ selection: { $from } }: EditorState): Node | null =>
  isBlock($from.parent) ? $from.parent : null;

const outOfList: Command = (state, dispatch) => {
  const block = blockAt(state);
  const { empty, $from } = state.selection;
  if (block === null || block.attrs["listItem"] === null || !empty || $from.parentOffset > 0) return false;
  return setBlocks(() => ({ listItem: null, level: null }))(state, dispatch);
};

/** Handles Enter: an empty item leaves the list, and the block after a heading is a normal paragraph. */
export const enter = chainCommands(
  (state, dispatch) => (blockAt(state)?.content.size === 0 ? outOfList(state, dispatch) : false),
  splitBlockAs((node, atEnd) => ({
    type: node.type,
    attrs: {
      ...node.attrs,
      key: null,
      style: atEnd && /^h\d$/.test(String(node.attrs["style"])) ? "normal" : node.attrs["style"],
    },
  })),
);
export const backspace = outOfList;

/** Returns the address of the link at the cursor; null if there is none. */
export function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState): string | null {
  let found: string | null = null;
  const look = (node: Node) => {
    for (const mark of node.marks)
      if (mark.type.name === "annotation") {
        const { href } = JSON.parse(String(mark.attrs["definition"])) as { href?: unknown };
        if (typeof href === "string") found = href;
      }
  };
  if (empty) [$from.nodeBefore, $from.nodeAfter].forEach((node) => node !== null && look(node));
  else doc.nodesBetween(from, to, look);
  return found;
}

/** Returns a command that links the selected text to an address; null removes its links. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection;
    if (empty) return false;
    const type = schema.marks["annotation"];
    if (type === undefined) return false;
    const tr = state.tr.removeMark(from, to, type);
    if (href !== null) tr.addMark(from, to, type.create({ definition: JSON.stringify(linkTo(href)) }));
    dispatch?.(tr);
    return true;
  };

export const toggle = (name: string): Command => {
  const type = schema.marks[name];
  return type === undefined ? () => false : toggleMark(type);
};

/** The input rules for `# `, `> `, `- ` and `1. ` at the beginning of a line. */
export const RULES = [
  rule(/^(#{1,4})\s$/, ([, signs = "#"]) => ({ style: `h${signs.length}` })),
  rule(/^>\s$/, () => ({ style: "blockquote" })),
  rule(/^[-*]\s$/, () => ({ listItem: "bullet", level: 1 })),
  rule(/^1[.)]\s$/, () => ({ listItem: "number", level: 1 })),
];

function rule(signs: RegExp, attrsOf: (match: RegExpMatchArray) => Attrs): InputRule {
  return new InputRule(signs, (state, match, start, end) => {
    const place = state.doc.resolve(start);
    if (!isBlock(place.parent)) return null;
    return state.tr
      .delete(start, end)
      .setNodeMarkup(place.before(), undefined, { ...place.parent.attrs, ...attrsOf(match) });
  });
}

/**
 * Gives every block a unique key: where two have the same one after a split or a paste, the later block gets
 * a new key.
 */
export const ownKeys = new Plugin({
  appendTransaction: (transactions, _old, { doc, tr }) => {
    if (!transactions.some((one) => one.docChanged && one.getMeta(FROM_DRAFT) !== true)) return null;
    const seen = new Set<unknown>();
    doc.forEach((node, place) => {
      const key: unknown = node.attrs["key"];
      if (key !== null && !seen.has(key)) return void seen.add(key);
      const fresh = randomKey();
      seen.add(fresh);
      const value = objectOf(String(node.attrs["value"]));
      tr.setNodeMarkup(place, undefined, {
        ...node.attrs,
        key: fresh,
        ...(value !== null && { value: JSON.stringify({ ...value, _key: fresh }) }),
      });
    });
    return tr.docChanged ? tr : null;
  },
});
