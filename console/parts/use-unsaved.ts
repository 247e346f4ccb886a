import { useEffect, useRef } from "react";
import { hold, type Holder } from "../unsaved.js";

/**
 * Tells the console whether a form has what the service does not have. While it does, an ended session leaves
 * the page as it is (rules/console 5). With a `question`, leaving the page also asks.
 */
export function useUnsaved(isDirty: boolean | (() => boolean), more: Omit<Holder, "isDirty"> = {}): void {
  const now = useRef({ isDirty, ...more });
  now.current = { isDirty, ...more };
  useEffect(
    () =>
      hold({
        isDirty: () => {
          const { isDirty: is } = now.current;
          return typeof is === "function" ? is() : is;
        },
        ...(more.send && { send: async () => (await now.current.send?.()) === true }),
        ...(more.question && { question: more.question }),
      }),
    [],
  );
}
