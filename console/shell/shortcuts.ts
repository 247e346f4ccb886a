import { useEffect, useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";

const KEPT = "kiln-single-keys";
/** Milliseconds in which the second key of two must follow. */
const SECOND_MS = 1_500;

/** The pages by the letter after `g`. */
export const GO = {
  s: "/",
  g: "/app/generate",
  l: "/app/library",
  w: "/app/workflows",
  c: "/app/content",
  u: "/app/account",
  k: "/app/account/keys",
  p: "/app/account/projects",
} as const;

const isOn = (): boolean => {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
};

/**
 * Returns whether shortcuts of a single key are on, and the setter. They can be turned off, because voice
 * control types letters (WCAG 2.1.4).
 */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [on, set] = useState(isOn);
  return [
    on,
    (next) => {
      set(next);
      try {
        localStorage.setItem(KEPT, next ? "on" : "off");
      } catch {
        // Without storage the setting holds for this page only.
      }
    },
  ];
}

/** Tells whether letters belong to a text field or a dialog. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  document.querySelector("dialog[open]") !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null);

/** Handles the shortcuts of all pages. `find` opens the palette, `help` the sheet of keys. */
export function useShortcuts({ find, help }: { find: () => void; help: () => void }): void {
  const navigate = useNavigate();
  const acts = useRef({ find, help });
  acts.current = { find, help };
  useEffect(() => {
    let goesSince = -Infinity;
    const press = (event: KeyboardEvent) => {
      // A rich text uses some of the shortcuts itself. A key that is held down acts once.
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = (event.metaKey || event.ctrlKey ? withControl : alone)(key, event);
      if (act === null) return;
      event.preventDefault();
      act();
    };
    const withControl = (key: string) => (key === "k" ? acts.current.find : null);
    const alone = (key: string, event: KeyboardEvent) => {
      if (isTaken(event) || !isOn()) return null;
      const goes = event.timeStamp - goesSince < SECOND_MS;
      goesSince = -Infinity;
      if (goes && Object.hasOwn(GO, key)) return () => void navigate({ to: GO[key as keyof typeof GO] });
      if (key === "g") {
        goesSince = event.timeStamp;
        return () => undefined;
      }
      if (key === "?") return acts.current.help;
      if (key === "/") return findHere(acts.current.find);
      const begin = key === "n" ? document.querySelector<HTMLElement>("main [data-new]") : null;
      if (begin === null) return null;
      // The button gets the focus first, so that the focus returns to it after its dialog closes.
      return () => {
        begin.focus();
        begin.click();
      };
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [navigate]);
}

/** Returns a function that focuses the search field of the page, or `find` if the page has none. */
function findHere(find: () => void): () => void {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  return field === null ? find : () => field.focus();
}
