import type { ReactNode } from "react";
import { X } from "lucide-react";

interface Given {
  /** The element id of the button that opens the picker; the label of the field refers to it. */
  id: string;
  label: string;
  describedBy: string | undefined;
  /** The label of the button while no value is chosen, such as "Choose a file". */
  choice: string;
  isChosen: boolean;
  icon?: ReactNode;
  open: () => void;
  remove: () => void;
}

/**
 * Shows the buttons that choose, replace and remove a value of a list. After a removal the first button has
 * the focus.
 */
export function ChosenButtons({ id, label, describedBy, choice, isChosen, icon, open, remove }: Given) {
  const act = isChosen ? "Replace" : choice;
  return (
    <>
      <button
        type="button"
        id={id}
        className="button small"
        aria-label={`${act}: ${label}`}
        aria-describedby={describedBy}
        onClick={open}
      >
        {icon} {act}
      </button>
      {isChosen && (
        <button
          type="button"
          className="button small plain"
          aria-label={`Remove: ${label}`}
          onClick={() => {
            remove();
            document.getElementById(id)?.focus();
          }}
        >
          <X aria-hidden size={16} /> Remove
        </button>
      )}
    </>
  );
}
