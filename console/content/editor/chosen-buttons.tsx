import type { ReactNode } from "react";
import { X } from "lucide-react";

interface Given {
  /** Of the button that opens the picker, which the field's label names. */
  id: string;
  label: string;
  describedBy: string | undefined;
  /** Such as "Choose a file", while there is none. */
  choice: string;
  isChosen: boolean;
  icon?: ReactNode;
  open: () => void;
  remove: () => void;
}

/** What one does with a value that is chosen from a list: choose, replace, remove; then the first button has the focus. */
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
