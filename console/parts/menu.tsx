import { type ReactNode, useRef } from "react";

interface Given {
  label: string;
  icon: ReactNode;
  className: string;
  /** What it shows once it is open. */
  children: ReactNode;
}

/** What is done rarely, behind one button: it closes once something in it was done, and by Escape. */
export function Menu({ label, icon, className, children }: Given) {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  /** What is hidden keeps no focus. */
  const goBack = () => {
    ref.current?.querySelector("summary")?.focus();
    close();
  };
  return (
    <details
      ref={ref}
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest(".menu > div :is(a, button)") !== null) goBack();
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Escape" && currentTarget.open) goBack();
      }}
    >
      <summary className={className} aria-label={label} title={label}>
        {icon}
      </summary>
      <div>{children}</div>
    </details>
  );
}
