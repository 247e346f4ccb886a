import type { ReactNode } from "react";
import { Dialog } from "../parts/dialog.js";

interface Given {
  title: string;
  stay: () => void;
  leave: () => void;
  children?: ReactNode;
}

/** Asks for confirmation before the person leaves a page with unsaved work. */
export function Leaving({ title, stay, leave, children }: Given) {
  return (
    <Dialog title={title} onClose={stay}>
      <div className="asked">
        {children !== undefined && <p>{children}</p>}
        <div className="acts">
          <button type="button" className="button main" onClick={stay}>
            Stay here
          </button>
          <button type="button" className="button danger" onClick={leave}>
            Leave without saving
          </button>
        </div>
      </div>
    </Dialog>
  );
}
