import { type PointerEvent, useEffect, useRef } from "react";
import { moved, type View, zoomed } from "./view.js";

type Place = { x: number; y: number };
/** Enlargement by one step of the wheel with Ctrl, which is also the event of a pinch on a touchpad. */
const BY_WHEEL = 0.0025;
/** Enlargement by a double click. */
const CLOSER = 2.5;

const frameOf = (target: EventTarget | null): DOMRect | null =>
  target instanceof Element ? (target.closest("[data-frame]")?.getBoundingClientRect() ?? null) : null;
const within = ({ left, top, width, height }: DOMRect, { x, y }: Place): Place => ({
  x: (x - left) / width - 0.5,
  y: (y - top) / height - 0.5,
});
const middle = ([one, other]: readonly [Place, Place]): Place => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const apart = ([one, other]: readonly [Place, Place]): number =>
  Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));

/**
 * Handles the pointers of all frames: dragging moves the view; two fingers, the wheel with Ctrl and a double
 * click enlarge it.
 */
export function usePointers(setView: (change: (old: View) => View) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const down = useRef(new Map<number, Place>());
  useEffect(() => {
    const { current } = stage;
    const turn = (event: WheelEvent) => {
      const frame = frameOf(event.target);
      if (!event.ctrlKey || frame === null) return;
      event.preventDefault();
      const at = within(frame, { x: event.clientX, y: event.clientY });
      setView((old) => zoomed(old, Math.exp(-event.deltaY * BY_WHEEL), at));
    };
    // React's wheel listeners are passive and cannot keep the browser from zooming the page.
    current?.addEventListener("wheel", turn, { passive: false });
    return () => current?.removeEventListener("wheel", turn);
  }, []);
  const end = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId);
  const move = ({ pointerId, clientX: x, clientY: y, target }: PointerEvent) => {
    const frame = frameOf(target);
    const before = down.current.get(pointerId);
    if (frame === null || before === undefined) return;
    const old = [...down.current.values()];
    down.current.set(pointerId, { x, y });
    const now = [...down.current.values()];
    if (old[0] && old[1] && now[0] && now[1]) {
      const [were, are] = [[old[0], old[1]] as const, [now[0], now[1]] as const];
      const [from, to] = [middle(were), middle(are)];
      setView((view) =>
        moved(zoomed(view, apart(are) / apart(were), within(frame, to)), {
          x: (to.x - from.x) / frame.width,
          y: (to.y - from.y) / frame.height,
        }),
      );
    } else
      setView((view) => moved(view, { x: (x - before.x) / frame.width, y: (y - before.y) / frame.height }));
  };
  return {
    ref: stage,
    onPointerDown: ({ pointerId, clientX, clientY, target, button }: PointerEvent) => {
      if (button !== 0 || frameOf(target) === null) return;
      (target as Element).setPointerCapture(pointerId);
      down.current.set(pointerId, { x: clientX, y: clientY });
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: ({ clientX: x, clientY: y, target }: React.MouseEvent) => {
      const frame = frameOf(target);
      if (frame === null) return;
      setView((old) => zoomed(old, old.zoom > 1 ? 1 / old.zoom : CLOSER, within(frame, { x, y })));
    },
  };
}
