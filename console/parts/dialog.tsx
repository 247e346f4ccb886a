import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { X } from "lucide-react";
import { noteOpen } from "./open-windows.js";

interface Given {
  title: string;
  onClose: () => void;
  className?: string;
  /** The dialog has no head of its own, because the content has one. */
  isBare?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog. Escape and a click beside it close it, and the focus goes back to where it was before. The
 * element with `data-first` gets the focus first, else the close button.
 */
export function Dialog({ title, onClose, className, isBare = false, children }: Given) {
  const ref = useRef<HTMLDialogElement>(null);
  // Messages in the dialog move out before it is removed.
  useLayoutEffect(() => (ref.current === null ? undefined : noteOpen(ref.current)), []);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={title}
      // In React a `close` event of an inner dialog arrives here too.
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {!isBare && (
        <header className="dialog-head">
          <h2>{title}</h2>
          <button type="button" className="button plain icon" aria-label="Close" onClick={onClose}>
            <X aria-hidden size={20} />
          </button>
        </header>
      )}
      {isBare ? children : <div className="dialog-body">{children}</div>}
    </dialog>
  );
}
