/** What of a picture is in view: how many times it is enlarged, and how far it is moved, in parts of its frame. */
export interface View {
  zoom: number;
  x: number;
  y: number;
}

/** All of it. */
export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
export const MOST_ZOOM = 8;

/** No further than to its edge. */
function held({ zoom, x, y }: View): View {
  const room = (zoom - 1) / 2;
  const within = (value: number) => Math.min(room, Math.max(-room, value));
  return { zoom, x: within(x), y: within(y) };
}

/** Enlarged `by` so much around a place of the frame, which stays where it is; the middle of the frame is 0. */
export function zoomed({ zoom, x, y }: View, by: number, at = { x: 0, y: 0 }): View {
  const next = Math.min(MOST_ZOOM, Math.max(1, zoom * by));
  const ratio = next / zoom;
  return held({ zoom: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio });
}

export const moved = (view: View, by: { x: number; y: number }): View =>
  held({ ...view, x: view.x + by.x, y: view.y + by.y });

const STEP = 0.1;

/** What a key does; null for all others. */
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
