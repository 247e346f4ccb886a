import { useEffect, useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";

const KEPT = "kiln-single-keys";
/** How long the second key of two is waited for. */
const SECOND_MS = 1_500;

/** Pages by the letter behind `g`. */
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

/** Whether keys without Ctrl do something; voice control types letters, so that they can be turned off (WCAG 2.1.4). */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [on, set] = useState(isOn);
  return [
    on,
    (next) => {
      set(next);
      try {
        localStorage.setItem(KEPT, next ? "on" : "off");
      } catch {
        // It stays for this page then.
      }
    },
  ];
}

/** Someone types here, or a window is open: letters are theirs. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  document.querySelector("dialog[open]") !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null);

/** Keys that work on every page. `find` opens the palette, `help` the sheet of keys. */
export function useShortcuts({ find, help }: { find: () => void; help: () => void }): void {
  const navigate = useNavigate();
  const acts = useRef({ find, help });
  acts.current = { find, help };
  useEffect(() => {
    let goesSince = -Infinity;
    const press = (event: KeyboardEvent) => {
      // A rich text has its own use for some. A key that is held acts once.
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
      // So that the focus comes back to it when what it opens is closed.
      return () => {
        begin.focus();
        begin.click();
      };
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [navigate]);
}

/** The search field of the page, or that of everything. */
function findHere(find: () => void): () => void {
  const field = document.querySelector<HTMLElement>('main input[type="search"]');
  return field === null ? find : () => field.focus();
}
