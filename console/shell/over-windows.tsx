import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { whenTopChanges } from "../parts/open-windows.js";

/**
 * Puts messages of the page into the topmost modal dialog. Browsers make everything else inert, so that a
 * message outside could neither be reached nor read by a screen reader.
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

/** Moves an element, with `moveBefore` where the browser has it, so that the focus inside survives. */
function move(element: Element, into: Element | null): void {
  if (into === null || element.parentElement === into) return;
  if (element.isConnected && "moveBefore" in into) into.moveBefore(element, null);
  else into.append(element);
}
