/** The visible part of a picture: its enlargement, and its offset as a fraction of the frame. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

/** The view of the whole picture. */
export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
export const MOST_ZOOM = 8;

/** Limits the offset, so that the picture always fills the frame. */
function held({ zoom, x, y }: View): View {
  const room = (zoom - 1) / 2;
  const within = (value: number) => Math.min(room, Math.max(-room, value));
  return { zoom, x: within(x), y: within(y) };
}

/**
 * Enlarges the view by the factor `by` around the point `at`, which keeps its place; the middle of the frame
 * is 0.
 */
export function zoomed({ zoom, x, y }: View, by: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(MOST_ZOOM, Math.max(1, zoom * by));
  const ratio = next / zoom;
  return held({ zoom: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio });
}

export const moved = (view: View, by: { x: number; y: number }): View =>
  held({ ...view, x: view.x + by.x, y: view.y + by.y });

const STEP = 0.1;

/** Returns the view after a key; null for a key without an effect. */
export function byKey(view: View, key: string): View | null {
  switch (key) {
    case "+":
    case "=":
      return zoomed(view, 1.5);
    case "-":
      return zoomed(view, 1 / 1.5);
    case "0":
      return WHOLE;
    case "ArrowLeft":
      return moved(view, { x: STEP, y: 0 });
    case "ArrowRight":
      return moved(view, { x: -STEP, y: 0 });
    case "ArrowUp":
      return moved(view, { x: 0, y: STEP });
    case "ArrowDown":
      return moved(view, { x: 0, y: -STEP });
    default:
      return null;
  }
}
