import { useEffect, useRef } from "react";
import * as Y from "yjs";
import { movedBy, writeText } from "./bind-text.js";
import { sharedAt, useDraft, useValue, writeAt } from "./draft-context.js";
import type { InputGiven } from "./value-input.js";

/** A text of several lines that several people write at once, letter by letter; each keeps the place of the cursor. */
export function TextInput(given: InputGiven) {
  // The items of a list are plain values.
  return typeof given.place.at === "number" ? <PlainText {...given} /> : <SharedText {...given} />;
}

function SharedText({ id, place, label, isWrong, describedBy, definition }: InputGiven) {
  const { session } = useDraft();
  const value = useValue(place);
  const area = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const shared = value instanceof Y.Text ? value : null;
  useEffect(() => {
    const shown = area.current;
    if (shown === null) return;
    shown.value = shared?.toJSON() ?? (typeof value === "string" ? value : "");
    if (shared === null) return;
    const show = ({ delta }: Pick<Y.YTextEvent, "delta">) => {
      const text = shared.toJSON();
      // What an input method is writing is not disturbed; it is merged when it is done.
      if (shown.value === text || isComposing.current) return;
      const places = [shown.selectionStart, shown.selectionEnd] as const;
      const moved = places.map((at) => movedBy(delta as never, at));
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
  const most = definition.type === "text" ? definition.maxLength : undefined;
  return (
    <>
      <textarea
        ref={area}
        id={id}
        className="input"
        lang={place.locale}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
          write();
        }}
        onInput={() => {
          if (!isComposing.current) write();
        }}
      />
      {most !== undefined && <span className="hint number">At most {most} characters</span>}
    </>
  );
}

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
