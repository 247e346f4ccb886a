import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type * as Y from "yjs";
import type { Other } from "../presence.js";
import { placeOf } from "./block-positions.js";

/** Returns the plugin that shows the cursors of others; a transaction without changes redraws them. */
export const carets = (list: Y.Array<unknown> | null, others: () => readonly Other[]): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc }) =>
        list === null
          ? null
          : DecorationSet.create(
              doc,
              others().flatMap(({ id, name, color, place }) => {
                const at = placeOf(list, doc, place?.head);
                return at === null
                  ? []
                  : [Decoration.widget(at, caretOf(name, color), { key: id + name, side: 1 })];
              }),
            ),
    },
  });

const caretOf = (name: string, color: number) => (): HTMLElement => {
  const caret = document.createElement("span");
  caret.className = `caret other-${color}`;
  caret.dataset["name"] = name;
  caret.ariaHidden = "true";
  return caret;
};
