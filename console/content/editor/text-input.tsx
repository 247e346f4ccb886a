import { useEffect, useRef } from "react";
import * as Y from "yjs";
import { type Delta, movedBy, writeComposed, writeText } from "./bind-text.js";
import { positionIn } from "./positions.js";
import { type FieldLocation, sharedAt, useDraft, useValue, writeAt } from "./draft-context.js";
import type { WindowPlace } from "./presence.js";
import { TextCarets } from "./text-carets.js";
import type { InputGiven } from "./value-input.js";

/**
 * Shows a text of several lines that several people edit letter by letter, without moving the cursors of
 * others.
 */
export function TextInput(given: InputGiven) {
  const value = useValue(given.place);
  // An item of a list is a plain value unless another client made it a shared text.
  const isPlain = typeof given.place.at === "number" && !(value instanceof Y.Text);
  return isPlain ? <PlainText {...given} /> : <SharedText {...given} />;
}

function SharedText({ id, place, label, isWrong, describedBy, definition }: InputGiven) {
  const { session } = useDraft();
  const value = useValue(place);
  const area = useRef<HTMLTextAreaElement>(null);
  /** The text at the beginning of an input method's composition, and the edits of others since. */
  const composing = useRef<{ base: string; deltas: Delta[] } | null>(null);
  const shared = value instanceof Y.Text ? value : null;
  useEffect(() => {
    const shown = area.current;
    if (shown === null) return;
    if (composing.current === null)
      shown.value = shared?.toJSON() ?? (typeof value === "string" ? value : "");
    if (shared === null) return;
    const show = ({ delta }: Pick<Y.YTextEvent, "delta">) => {
      // A composition is not disturbed; the edits are merged when it ends.
      if (composing.current !== null) return void composing.current.deltas.push(delta);
      const text = shared.toJSON();
      if (shown.value === text) return;
      const places = [shown.selectionStart, shown.selectionEnd] as const;
      const moved = places.map((at) => movedBy(delta, at));
      shown.value = text;
      if (document.activeElement === shown) shown.setSelectionRange(moved[0] ?? null, moved[1] ?? null);
    };
    shared.observe(show);
    return () => shared.unobserve(show);
  }, [shared]);
  const write = () => {
    const typed = area.current?.value ?? "";
    session.edit(() => writeText(sharedAt(place, Y.Text), typed));
  };
  /**
   * Writes only the composed change, because the edits that others made meanwhile are in the draft and not in
   * the input.
   */
  const writeMerged = () => {
    const shown = area.current;
    const began = composing.current;
    if (shown === null || began === null) return write();
    const deltas = [...began.deltas];
    let text = shown.value;
    let cursor = 0;
    session.edit(() => {
      const written = sharedAt(place, Y.Text);
      cursor = writeComposed(written, began.base, shown.value, deltas);
      text = written.toJSON();
    });
    composing.current = null;
    if (shown.value === text) return;
    shown.value = text;
    if (document.activeElement === shown) shown.setSelectionRange(cursor, cursor);
  };
  const showPlace = () => {
    if (area.current !== null && shared !== null && composing.current === null)
      session.presence.moveTo(placeIn(area.current, shared, place));
  };
  const most = definition.type === "text" ? definition.maxLength : undefined;
  return (
    <>
      <span className="text-with-carets">
        <textarea
          ref={area}
          id={id}
          className="input"
          lang={place.locale}
          onSelect={showPlace}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          onCompositionStart={() => {
            composing.current = { base: shared?.toJSON() ?? area.current?.value ?? "", deltas: [] };
          }}
          onCompositionEnd={writeMerged}
          onInput={() => {
            if (composing.current === null) write();
          }}
        />
        <TextCarets area={area} shared={shared} place={place} />
      </span>
      {most !== undefined && <span className="hint number">At most {most} characters</span>}
    </>
  );
}

/** Returns the place of the selection in the form that other windows receive. */
const placeIn = (
  { selectionStart, selectionEnd }: HTMLTextAreaElement,
  shared: Y.Text,
  { path, locale }: FieldLocation,
): WindowPlace => ({
  path,
  ...(locale !== undefined && { locale }),
  anchor: positionIn(shared, Math.min(selectionStart, shared.length)),
  head: positionIn(shared, Math.min(selectionEnd, shared.length)),
});

function PlainText({ id, place, label, isWrong, describedBy }: InputGiven) {
  const { session } = useDraft();
  const value = useValue(place);
  return (
    <textarea
      id={id}
      className="input"
      aria-label={label}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      value={typeof value === "string" ? value : ""}
      onChange={({ target }) => session.edit(() => writeAt(place, target.value))}
    />
  );
}
