import { type RefObject, useCallback, useRef } from "react";

/** Where the keyboard goes in a long list, whose parts come into the page as they come into view. */
export interface Goal {
  /** The place that waits for the focus; null without one. */
  at: () => number | null;
  go: (to: number) => void;
  /** Whoever has left the list goes nowhere in it. */
  leave: () => void;
  /** The `ref` of what can have the focus: takes it where it is the goal, however late it is drawn. */
  reach: (element: HTMLElement | null) => void;
}

/** Places are told by `data-at`. What has the focus keeps it until the goal is there. */
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
