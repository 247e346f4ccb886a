import { useEffect } from "react";

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** Where the focus was: what it was in, and what could have it around. */
interface Kept {
  element: Element;
  around: readonly Element[];
  line: readonly Element[];
}

/**
 * Keeps the focus where something that had it goes: a row that is deleted, a button that becomes another one, a window that
 * closes over a page that changed. What stands nearest behind it has the focus then, or before it, in the same part; the page
 * stays where it is.
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
      // The code that took it away may put the focus somewhere by itself.
      requestAnimationFrame(() => {
        if (kept === lost && document.activeElement === document.body)
          nearestOf(lost)?.focus({ preventScroll: true });
      });
    };
    // Who clicks beside what had the focus has left it.
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
