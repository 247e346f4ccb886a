import { useEffect } from "react";

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** The focused element, all focusable elements at that time, and the ancestors of the element. */
interface Kept {
  element: Element;
  around: readonly Element[];
  line: readonly Element[];
}

/**
 * Moves the focus when the focused element is removed, such as a deleted row, a replaced button or the opener
 * of a closed dialog. The next focusable element in the same part gets the focus, else the one before. The
 * page does not scroll.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let kept: Kept | null = null;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const line: Element[] = [];
      for (let each = target.parentElement; each !== null; each = each.parentElement) line.push(each);
      kept = { element: target, around: [...document.querySelectorAll(FOCUSABLE)], line };
    };
    const look = () => {
      if (kept === null || kept.element.isConnected) return;
      const lost = kept;
      // The code that removed the element may set the focus itself.
      requestAnimationFrame(() => {
        if (kept === lost && document.activeElement === document.body)
          nearestOf(lost)?.focus({ preventScroll: true });
      });
    };
    // A click beside the focused element leaves it on purpose.
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(FOCUSABLE) === null) kept = null;
    };
    addEventListener("focusin", note);
    addEventListener("pointerdown", leave);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener("focusin", note);
      removeEventListener("pointerdown", leave);
      observer.disconnect();
    };
  }, []);
}

function nearestOf({ element, around, line }: Kept): HTMLElement | null {
  const at = around.indexOf(element);
  const inOrder = [...around.slice(at + 1), ...around.slice(0, Math.max(0, at)).reverse()];
  for (const part of line) {
    if (!part.isConnected || part === document.body || part === document.documentElement) continue;
    const found =
      inOrder.find((each) => each.isConnected && part.contains(each)) ?? part.querySelector(FOCUSABLE);
    if (found instanceof HTMLElement) return found;
  }
  return document.querySelector("main");
}
