import { useEffect } from "react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Neighbours } from "./neighbours.js";

/** Selector of the elements that use the arrow keys themselves. */
const OWN_ARROWS = "input, select, textarea, video, audio, [role=slider]";

/** Steps to the file before or after by buttons and by the arrow keys. */
export function Step({ before, after, go }: Neighbours & { go: (storageId: string) => void }) {
  useEffect(() => {
    const step = ({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => {
      const to = { ArrowLeft: before, ArrowRight: after }[key] ?? null;
      if (to === null || ctrlKey || metaKey || altKey || shiftKey) return;
      if (!(target instanceof Element) || target.closest(OWN_ARROWS) !== null) return;
      // A dialog over this one has its own arrow keys.
      if (target.closest("dialog") !== null && target.closest("dialog")?.querySelector(".details") === null)
        return;
      go(to);
    };
    addEventListener("keydown", step);
    return () => removeEventListener("keydown", step);
  }, [before, after, go]);
  return (
    <div className="details-step">
      <Button name="Previous file" to={before} go={go}>
        <ChevronLeft aria-hidden size={20} />
      </Button>
      <Button name="Next file" to={after} go={go}>
        <ChevronRight aria-hidden size={20} />
      </Button>
    </div>
  );
}

function Button({
  name,
  to,
  go,
  children,
}: {
  name: string;
  to: string | null;
  go: (storageId: string) => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="button icon"
      aria-label={name}
      title={name}
      aria-disabled={to === null}
      onClick={() => to !== null && go(to)}
    >
      {children}
    </button>
  );
}
