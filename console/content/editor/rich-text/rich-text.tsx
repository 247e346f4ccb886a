import { useEffect, useReducer, useRef, useState } from "react";
import { baseKeymap } from "prosemirror-commands";
import { inputRules } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import * as Y from "yjs";
import { type FieldLocation, sharedAt, useDraft, useValue } from "../draft-context.js";
import { othersAt } from "../others.js";
import type { WindowPlace } from "../presence.js";
import type { DraftSession } from "../session.js";
import { carets } from "./carets.js";
import { positionOf } from "./block-positions.js";
import { backspace, enter, ownKeys, RULES, shiftList, toggle } from "./commands.js";
import { toDoc } from "./portable.js";
import { FROM_DRAFT, showDoc } from "./show-blocks.js";
import { Toolbar } from "./toolbar.js";
import { writeBlocks } from "./write-blocks.js";
import "./rich-text.css";

interface Given {
  place: FieldLocation;
  id: string;
  label: string;
  isWrong: boolean;
  describedBy: string;
  language: string | undefined;
}

/** Shows a rich text that several people edit at the same time. */
export function RichText({ place, id, label, isWrong, describedBy, language }: Given) {
  const { session } = useDraft();
  const value = useValue(place);
  const mount = useRef<HTMLDivElement>(null);
  const latest = useRef(place);
  latest.current = place;
  const [view, setView] = useState<EditorView | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [isLinking, setLinking] = useState(false);
  useEffect(() => {
    if (mount.current === null) return;
    const list = value instanceof Y.Array ? (value as Y.Array<unknown>) : null;
    const made = bind(mount.current, {
      list,
      listToWrite: () => list ?? sharedAt(latest.current, Y.Array),
      placeNow: () => latest.current,
      session,
      onChange: redraw,
      openLink: () => setLinking(true),
    });
    setView(made.view);
    return () => {
      made.end();
      setView(null);
    };
  }, [value, session]);
  useEffect(() => {
    view?.setProps({
      attributes: {
        id,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-invalid": String(isWrong),
        "aria-describedby": describedBy,
        ...(language !== undefined && { lang: language }),
      },
    });
  }, [view, id, label, isWrong, describedBy, language]);
  return (
    <div className="rich-text" aria-invalid={isWrong || undefined}>
      {view !== null && <Toolbar view={view} label={label} isLinking={isLinking} setLinking={setLinking} />}
      <div ref={mount} className="rich-text-page" />
    </div>
  );
}

interface Binding {
  list: Y.Array<unknown> | null;
  listToWrite: () => Y.Array<unknown>;
  placeNow: () => FieldLocation;
  session: DraftSession;
  onChange: () => void;
  openLink: () => void;
}

/** Keeps an editor and the shared list of blocks equal in both directions. */
function bind(mount: HTMLElement, { list, listToWrite, placeNow, session, onChange, openLink }: Binding) {
  let isWriting = false;
  const act = (does: () => unknown) => () => {
    does();
    return true;
  };
  const view = new EditorView(mount, {
    state: EditorState.create({
      doc: toDoc(list?.toJSON() ?? []),
      plugins: [
        inputRules({ rules: RULES }),
        keymap({
          Enter: enter,
          Backspace: backspace,
          "Mod-b": toggle("strong"),
          "Mod-i": toggle("em"),
          "Mod-u": toggle("underline"),
          "Mod-e": toggle("code"),
          "Mod-]": shiftList(1),
          "Mod-[": shiftList(-1),
          "Mod-k": act(openLink),
          "Mod-z": act(() => session.undo()),
          "Mod-y": act(() => session.redo()),
          "Shift-Mod-z": act(() => session.redo()),
        }),
        keymap(baseKeymap),
        ownKeys,
        carets(list, () => othersAt(session.presence.others, placeNow())),
      ],
    }),
    // A focus without a cursor movement makes no transaction, so the place is noted here.
    handleDOMEvents: {
      focus: () => {
        showPlace();
        return false;
      },
    },
    dispatchTransaction(transaction) {
      const before = view.state.doc;
      const { state } = view.state.applyTransaction(transaction);
      view.updateState(state);
      if (transaction.docChanged && transaction.getMeta(FROM_DRAFT) !== true) {
        isWriting = true;
        try {
          session.edit(() => writeBlocks(listToWrite(), before, state.doc));
        } finally {
          isWriting = false;
        }
      }
      if (view.hasFocus() && (transaction.selectionSet || transaction.docChanged)) showPlace();
      onChange();
    },
  });
  const showPlace = () => session.presence.moveTo(placeIn(view.state, list, placeNow()));
  const stopWatching = session.presence.subscribe(() =>
    view.dispatch(view.state.tr.setMeta(FROM_DRAFT, true)),
  );
  const show = () => {
    if (isWriting) return;
    const transaction = showDoc(view.state, toDoc(list?.toJSON() ?? []));
    if (transaction !== null) view.dispatch(transaction);
  };
  list?.observeDeep(show);
  return {
    view,
    end: () => {
      list?.unobserveDeep(show);
      stopWatching();
      view.destroy();
    },
  };
}

/** Returns the place of the selection in the form that other windows receive. */
function placeIn(
  { selection, doc }: EditorState,
  list: Y.Array<unknown> | null,
  { path, locale }: FieldLocation,
): WindowPlace {
  const [from, to] = [selection.anchor, selection.head].map((at) => positionOf(list, doc, at));
  return {
    path,
    ...(locale !== undefined && { locale }),
    ...(from !== undefined && { anchor: from }),
    ...(to !== undefined && { head: to }),
  };
}
