import { type RefObject, useCallback, useRef } from "react";

/** The item of a long list that the keyboard moves to. The list renders only the items in view. */
export interface Goal {
  /** Returns the item that waits for the focus; null without one. */
  at: () => number | null;
  go: (to: number) => void;
  /** Forgets the target after the focus has left the list. */
  leave: () => void;
  /** The `ref` of a focusable element; focuses it if it is the target, even if it is rendered later. */
  reach: (element: HTMLElement | null) => void;
}

/**
 * Returns a target among the elements with `data-at`. The focus stays where it is until the target is
 * rendered.
 */
export function useGoal(list: RefObject<HTMLElement | null>, scrollTo: (to: number) => void): Goal {
  const goal = useRef<number | null>(null);
  const reach = useCallback((element: HTMLElement | null) => {
    if (element === null || goal.current === null || element.dataset["at"] !== String(goal.current)) return;
    goal.current = null;
    element.focus({ preventScroll: true });
  }, []);
  const go = (to: number) => {
    goal.current = to;
    scrollTo(to);
    reach(list.current?.querySelector<HTMLElement>(`[data-at="${to}"]`) ?? null);
  };
  return {
    at: () => goal.current,
    go,
    leave: () => {
      goal.current = null;
    },
    reach,
  };
}
