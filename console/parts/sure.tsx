import { useState } from "react";

interface Given {
  /** What the button says, of what, and what doing it says. */
  label: string;
  name: string;
  act: string;
  isPending: boolean;
  run: () => void;
}

/** A button for what cannot be undone: it asks once more in its place. */
export function Sure({ label, name, act, isPending, run }: Given) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <button
        type="button"
        className="button small plain"
        aria-label={`${label} ${name}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    );
  return (
    <span
      className="acts-row"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setAsking(false);
      }}
    >
      <button
        type="button"
        className="button small danger"
        autoFocus
        aria-disabled={isPending}
        onClick={() => !isPending && run()}
      >
        {act}
      </button>
      <button type="button" className="button small" onClick={() => setAsking(false)}>
        Keep it
      </button>
    </span>
  );
}
