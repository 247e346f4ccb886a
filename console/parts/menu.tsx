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
      onKeyDown={(event) => {
        const { key, currentTarget: menu } = event;
        if (!menu.open) return;
        if (key === "Escape") goBack();
        if (key !== "ArrowDown" && key !== "ArrowUp") return;
        // Around the menu arrows may go elsewhere.
        event.preventDefault();
        event.stopPropagation();
        const all = [...menu.querySelectorAll<HTMLElement>("summary, .menu > div :is(a, button)")];
        const at = all.findIndex((each) => each === document.activeElement);
        all[(at + (key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
      }}
    >
      <summary className={className} aria-label={label} title={label}>
        {icon}
      </summary>
      <div>{children}</div>
    </details>
  );
}
