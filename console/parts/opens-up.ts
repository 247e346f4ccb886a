/** Between a button and what it opens, as in shell.css. */
const GAP = 8;

interface Room {
  /** The button's edges, from the top of the window. */
  top: number;
  bottom: number;
  /** What can be seen of the window: what lies over its ends hides what opens below or above. */
  from: number;
  to: number;
}

/** Whether what a button opens, so many pixels high, has its place above it: only where it has none below, and more above. */
export const opensUp = (height: number, { top, bottom, from, to }: Room): boolean =>
  bottom + GAP + height > to && top - from > to - bottom;
