import { type RefObject, useEffect, useReducer, useRef } from "react";
import * as Y from "yjs";
import { type FieldLocation, useDraft } from "./draft-context.js";
import { othersAt, useOthers } from "./others.js";
import { indexIn } from "./positions.js";

interface Given {
  area: RefObject<HTMLTextAreaElement | null>;
  shared: Y.Text | null;
  place: FieldLocation;
}

/**
 * Shows the cursors of others over a text area by an invisible copy of its text with a mark at each cursor.
 */
export function TextCarets({ area, shared, place }: Given) {
  const { session } = useDraft();
  const others = othersAt(useOthers(session.presence), place);
  const mirror = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isShown = shared !== null && others.length > 0;
  useEffect(() => {
    const shown = area.current;
    if (!isShown || shown === null) return;
    const follow = () => {
      if (mirror.current !== null) mirror.current.style.translate = `0 ${-shown.scrollTop}px`;
    };
    follow();
    shared.observe(redraw);
    shown.addEventListener("scroll", follow);
    return () => {
      shared.unobserve(redraw);
      shown.removeEventListener("scroll", follow);
    };
  }, [isShown, shared]);
  if (!isShown) return null;
  const text = shared.toJSON();
  const carets = others
    .flatMap((other) => {
      const at = indexIn(shared, other.place?.head);
      return at === null ? [] : [{ ...other, at }];
    })
    .sort((one, two) => one.at - two.at);
  return (
    <div className="text-carets" aria-hidden>
      <div ref={mirror}>
        {carets.map(({ id, name, color, at }, index) => (
          <span key={id}>
            {text.slice(carets[index - 1]?.at ?? 0, at)}
            <span className={`caret other-${color}`} data-name={name} />
          </span>
        ))}
        {text.slice(carets.at(-1)?.at ?? 0)}
      </div>
    </div>
  );
}
