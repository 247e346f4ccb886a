/** Pixels between a button and its menu, as in shell.css. */
const GAP = 8;

interface Room {
  /** The edges of the button in pixels from the top of the window. */
  top: number;
  bottom: number;
  /** The visible range of the window, outside of which a menu would be hidden. */
  from: number;
  to: number;
}

/**
 * Tells whether a menu of this height in pixels opens above its button: only if there is no room below and
 * more room above.
 */
export const opensUp = (height: number, { top, bottom, from, to }: Room): boolean =>
  bottom + GAP + height > to && top - from > to - bottom;
