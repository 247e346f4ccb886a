import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { X } from "lucide-react";

/** How long something can be undone; what only says something stays as long. */
const STAYS_MS = 7_000;

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

type Say = (text: string, act?: { undo: () => void; done: () => void }) => void;
const Context = createContext<Say>(() => undefined);

/** Says what happened. With `act`, `done` is called once it can no longer be undone, also when the page is left. */
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
        act?.done();
      };
      const undo = () => {
        end();
        act?.undo();
      };
      const timer = setTimeout(finish, STAYS_MS);
      if (act !== undefined) addEventListener("pagehide", finish);
      setToasts((old) => [...old.slice(-3), { id, text, ...(act !== undefined && { undo }) }]);
    },
    [remove],
  );
  return (
    <Context value={useMemo(() => say, [say])}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text, undo }) => (
          <div key={id} className="toast">
            <span>{text}</span>
            {undo ? (
              <button type="button" className="button" onClick={undo}>
                Undo
              </button>
            ) : (
              <button type="button" className="button icon" aria-label="Dismiss" onClick={() => remove(id)}>
                <X aria-hidden size={16} />
              </button>
            )}
          </div>
        ))}
      </div>
    </Context>
  );
}
