import { useSyncExternalStore } from "react";
import { useBlocker } from "@tanstack/react-router";
import { Dialog } from "../parts/dialog.js";
import { isLeavingAsked, mayLeave, openQuestion, whenAsked } from "../unsaved.js";

const isBlocked = async ({ current, next }: Record<"current" | "next", { pathname: string }>) =>
  current.pathname !== next.pathname && !(await mayLeave());

/** Asks for confirmation before the person leaves a page with unsaved work. */
export function UnsavedWork() {
  useBlocker({ shouldBlockFn: isBlocked, enableBeforeUnload: isLeavingAsked });
  const asked = useSyncExternalStore(whenAsked, openQuestion);
  if (asked === null) return null;
  const { question, answer } = asked;
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <div className="asked">
        {question.text !== undefined && <p>{question.text}</p>}
        <div className="acts">
          <button type="button" className="button main" onClick={() => answer(false)}>
            Stay here
          </button>
          <button type="button" className="button danger" onClick={() => answer(true)}>
            Leave without saving
          </button>
        </div>
      </div>
    </Dialog>
  );
}
