import { type ReactNode, useRef } from "react";
import { opensUp } from "./opens-up.js";

interface Given {
  label: string;
  /** The subject of the menu, where several menus stand side by side. */
  of?: string;
  icon: ReactNode;
  className: string;
  /** The content of the open menu. */
  children: ReactNode;
}

/**
 * Shows rarely used actions behind one button. The menu closes after an action and by Escape, and opens
 * upward if there is no room below.
 */
export function Menu({ label, of, icon, className, children }: Given) {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  /** Opens the menu by code instead of the browser, so that it is measured before it is painted. */
  const toggle = () => {
    const menu = ref.current;
    if (menu === null) return;
    menu.open = !menu.open;
    const [button, panel] = menu.children;
    if (!menu.open || button === undefined || panel === undefined) return;
    const { top, bottom } = button.getBoundingClientRect();
    menu.dataset["opens"] = opensUp(panel.clientHeight, { top, bottom, ...seen() }) ? "up" : "down";
  };
  /** A hidden element must not keep the focus. */
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
        // A list around the menu may use the arrow keys too.
        event.preventDefault();
        event.stopPropagation();
        const all = [...menu.querySelectorAll<HTMLElement>("summary, .menu > div :is(a, button)")];
        const at = all.findIndex((each) => each === document.activeElement);
        all[(at + (key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
      }}
    >
      <summary
        className={className}
        aria-label={of === undefined ? label : `${label}: ${of}`}
        title={label}
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {icon}
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** Returns the visible range between the bar at the top and, on phones, the places at the bottom. */
function seen(): { from: number; to: number } {
  const bar = document.querySelector(".top")?.getBoundingClientRect();
  const places = document.querySelector(".side")?.getBoundingClientRect();
  const isAtFoot = places !== undefined && places.width > innerWidth / 2;
  return { from: bar?.bottom ?? 0, to: isAtFoot ? places.top : innerHeight };
}
