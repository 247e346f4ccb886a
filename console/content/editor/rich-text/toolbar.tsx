import { type ReactNode, useState } from "react";
import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { Bold, Code, Italic, Link2, List, ListOrdered, Underline } from "lucide-react";
import { Dialog } from "../../../parts/dialog.js";
import { blockAt, linkAt, setLink, setStyle, toggle, toggleList } from "./commands.js";

const STYLES = [
  ["normal", "Text"],
  ["h1", "Heading 1"],
  ["h2", "Heading 2"],
  ["h3", "Heading 3"],
  ["h4", "Heading 4"],
  ["blockquote", "Quote"],
] as const;

interface Given {
  view: EditorView;
  label: string;
  isLinking: boolean;
  setLinking: (is: boolean) => void;
}

/** Shows the buttons for the selected text; each has a keyboard shortcut too. */
export function Toolbar({ view, label, isLinking, setLinking }: Given) {
  const { state } = view;
  const run = (command: Command) => {
    command(view.state, view.dispatch);
    view.focus();
  };
  const block = blockAt(state);
  const style = String(block?.attrs["style"] ?? "normal");
  return (
    <div className="rich-text-tools" role="group" aria-label={`Format of ${label}`}>
      <select
        className="input"
        aria-label="Style"
        value={style}
        onChange={({ target }) => run(setStyle(target.value))}
      >
        {STYLES.some(([name]) => name === style) ? null : <option value={style}>{style}</option>}
        {STYLES.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <Tools view={view} run={run} openLink={() => setLinking(true)} />
      {isLinking && (
        <LinkDialog
          href={linkAt(state)}
          isEmpty={state.selection.empty}
          onClose={() => setLinking(false)}
          set={(href) => {
            setLinking(false);
            run(setLink(href));
          }}
        />
      )}
    </div>
  );
}

function Tools({
  view: { state },
  run,
  openLink,
}: {
  view: EditorView;
  run: (command: Command) => void;
  openLink: () => void;
}) {
  const block = blockAt(state);
  const { from, to, empty, $from } = state.selection;
  const has = (name: string) => {
    const type = state.schema.marks[name];
    if (type === undefined) return false;
    return empty
      ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type);
  };
  const tool = (name: string, keys: string, icon: ReactNode, isOn: boolean, command: Command) => (
    <button
      type="button"
      className="button plain icon"
      aria-label={name}
      aria-pressed={isOn}
      title={keys === "" ? name : `${name} (${keys})`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    >
      {icon}
    </button>
  );
  return (
    <>
      {tool("Bold", "Ctrl B", <Bold aria-hidden size={16} />, has("strong"), toggle("strong"))}
      {tool("Italic", "Ctrl I", <Italic aria-hidden size={16} />, has("em"), toggle("em"))}
      {tool(
        "Underline",
        "Ctrl U",
        <Underline aria-hidden size={16} />,
        has("underline"),
        toggle("underline"),
      )}
      {tool("Code", "Ctrl E", <Code aria-hidden size={16} />, has("code"), toggle("code"))}
      {tool(
        "List",
        "",
        <List aria-hidden size={16} />,
        block?.attrs["listItem"] === "bullet",
        toggleList("bullet"),
      )}
      {tool(
        "Numbered list",
        "",
        <ListOrdered aria-hidden size={16} />,
        block?.attrs["listItem"] === "number",
        toggleList("number"),
      )}
      {tool("Link", "Ctrl K", <Link2 aria-hidden size={16} />, linkAt(state) !== null, () => {
        openLink();
        return true;
      })}
    </>
  );
}

function LinkDialog({
  href,
  isEmpty,
  onClose,
  set,
}: {
  href: string | null;
  isEmpty: boolean;
  onClose: () => void;
  set: (href: string | null) => void;
}) {
  const [address, setAddress] = useState(href ?? "https://");
  const isRight = /^(?:https?:\/\/\S+\.\S+|https?:\/\/localhost\S*|mailto:\S+@\S+|tel:\S+|\/\S*|#\S+)$/.test(
    address.trim(),
  );
  return (
    <Dialog title="Link" onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !isEmpty) set(address.trim());
        }}
      >
        {isEmpty && <p>Select the text that is to be the link first.</p>}
        <div className="field">
          <label htmlFor="link-address">Address</label>
          <input
            id="link-address"
            className="input"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <span className="hint">https, mailto, tel, or a path of the site that begins with /</span>
        </div>
        <div className="acts">
          {href !== null && (
            <button type="button" className="button" onClick={() => set(null)}>
              Take the link away
            </button>
          )}
          <button type="submit" className="button main" disabled={!isRight || isEmpty}>
            Link
          </button>
        </div>
      </form>
    </Dialog>
  );
}
