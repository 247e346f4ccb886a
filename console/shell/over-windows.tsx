import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { whenTopChanges } from "../parts/open-windows.js";

/**
 * Puts messages of the page into the modal window on top while there is one: browsers make all beside such a window inert, so
 * that a message under it could not be reached, nor would a screen reader read it.
 */
export function OverWindows({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    const stop = whenTopChanges((top) => move(place, top ?? document.querySelector("#console")));
    return () => {
      stop();
      place.remove();
    };
  }, [place]);
  return createPortal(children, place);
}

/** The element stays the same, and where browsers can, so does the focus in it. */
function move(element: Element, into: Element | null): void {
  if (into === null || element.parentElement === into) return;
  if (element.isConnected && "moveBefore" in into) into.moveBefore(element, null);
  else into.append(element);
}
