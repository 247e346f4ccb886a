import { type DragEvent, useState } from "react";
import { GripVertical } from "lucide-react";

/**
 * Returns the state and the handlers of dragging an item of this list; the items of inner lists have their
 * own.
 */
export function useDrag(move: (at: number, by: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };
  return {
    over: over === from ? null : over,
    begin: setFrom,
    end,
    target: (at: number) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (from === null) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (from === null) return;
        event.preventDefault();
        if (at !== from) move(from, at - from);
        end();
      },
    }),
  };
}

export type Drag = ReturnType<typeof useDrag>;

/** Shows the handle that moves an item in the list, by mouse or by the arrow keys while it has the focus. */
export function Grip({
  at,
  count,
  drag,
  move,
}: {
  at: number;
  count: number;
  drag: Drag;
  move: (by: number) => void;
}) {
  return (
    <button
      type="button"
      data-grip
      draggable
      className="button plain icon grip"
      aria-label={`Take item ${at + 1} elsewhere: arrow keys move it`}
      onDragStart={(event) => {
        const item = event.currentTarget.closest("li");
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", "");
        if (item !== null) event.dataTransfer.setDragImage(item, 16, 16);
        drag.begin(at);
      }}
      onDragEnd={drag.end}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        if (at + by >= 0 && at + by < count) move(by);
      }}
    >
      <GripVertical aria-hidden size={16} />
    </button>
  );
}
