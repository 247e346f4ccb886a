import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { X } from "lucide-react";
import { OverWindows } from "./over-windows.js";

/** Milliseconds for which a message and its Undo are shown. */
export const STAYS_MS = 7_000;

interface Act {
  undo: () => void;
  /** The text of the button if it is not "Undo", because the action restores less than before. */
  label?: string;
  done?: () => void;
}

interface Toast {
  id: number;
  text: string;
  act?: Act | undefined;
}

type Say = (text: string, act?: Act) => void;
const Context = createContext<Say>(() => undefined);

/**
 * Returns the function that shows a message. With `act`, `done` is called when Undo is no longer possible,
 * also when the page is left.
 */
export const useSay = (): Say => useContext(Context);

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const next = useRef(0);
  const remove = useCallback((id: number) => setToasts((old) => old.filter((toast) => toast.id !== id)), []);
  const say = useCallback<Say>(
    (text, act) => {
      next.current += 1;
      const id = next.current;
      const end = () => {
        clearTimeout(timer);
        removeEventListener("pagehide", finish);
        remove(id);
      };
      const finish = () => {
        end();
        act?.done?.();
      };
      const timer = setTimeout(finish, STAYS_MS);
      if (act?.done !== undefined) addEventListener("pagehide", finish);
      const shown = act && { ...act, undo: () => (end(), act.undo()) };
      setToasts((old) => [...old.slice(-3), { id, text, act: shown }]);
    },
    [remove],
  );
  return (
    <Context value={useMemo(() => say, [say])}>
      {children}
      <OverWindows>
        <div className="toasts" role="status">
          {toasts.map(({ id, text, act }) => (
            <div key={id} className="toast">
              <span>{text}</span>
              {act ? (
                <button type="button" className="button" onClick={act.undo}>
                  {act.label ?? "Undo"}
                </button>
              ) : (
                <button type="button" className="button icon" aria-label="Dismiss" onClick={() => remove(id)}>
                  <X aria-hidden size={16} />
                </button>
              )}
            </div>
          ))}
        </div>
      </OverWindows>
    </Context>
  );
}
