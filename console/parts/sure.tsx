import { useState } from "react";

interface Given {
  /** The text of the button, the name of its subject, and in `act` the text of the confirming button. */
  label: string;
  name: string;
  act: string;
  isPending: boolean;
  run: () => void;
}

/** Shows a button for an action that cannot be undone, which asks for confirmation in its place. */
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
