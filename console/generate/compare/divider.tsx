import type { KeyboardEvent, PointerEvent } from "react";
import { ChevronsLeftRight } from "lucide-react";

const STEP = 0.02;

/** Shows the line between the two pictures, which a person drags or moves with the arrow keys. */
export function Divider({ part, setPart }: { part: number; setPart: (part: number) => void }) {
  const set = (next: number) => setPart(Math.min(1, Math.max(0, next)));
  const press = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: part - STEP,
      ArrowDown: part - STEP,
      ArrowRight: part + STEP,
      ArrowUp: part + STEP,
      Home: 0,
      End: 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const drag = (event: PointerEvent) => {
    // The drag moves the line and not the picture.
    event.stopPropagation();
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (frame !== undefined && event.currentTarget.hasPointerCapture(event.pointerId))
      set((event.clientX - frame.left) / frame.width);
  };
  return (
    <div
      className="divider"
      role="slider"
      tabIndex={0}
      aria-label="Divider between 1 and 2"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      aria-valuetext={`${Math.round(part * 100)} % from the left`}
      style={{ left: `${part * 100}%` }}
      onKeyDown={press}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    >
      <span>
        <ChevronsLeftRight aria-hidden size={20} />
      </span>
    </div>
  );
}
