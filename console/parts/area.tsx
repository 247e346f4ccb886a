import { type ReactNode, useEffect, useRef } from "react";
import { Link, type LinkProps } from "@tanstack/react-router";

export interface Part {
  to: NonNullable<LinkProps["to"]>;
  title: string;
}

interface Given {
  title: string;
  /** The name of the area, for who does not see the page. */
  label: string;
  parts: readonly Part[];
  /** The one thing that one does most here. */
  act?: ReactNode;
  children: ReactNode;
}

/** What stands around the pages of one area: its title, and the way to the others. */
export function Area({ title, label, parts, act, children }: Given) {
  useEffect(() => {
    document.title = `${title} - Kiln`;
  }, [title]);
  const nav = useRef<HTMLElement>(null);
  // On a phone the current part may lie beside the window.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 48;
  }, []);
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        {act}
      </header>
      <nav ref={nav} className="subnav" aria-label={label}>
        {parts.map(({ to, title: name }) => (
          <Link
            key={to}
            to={to}
            data-title={name}
            // Pages below a part belong to it; the first part is above the others.
            activeOptions={{
              exact: parts.some((other) => other.to.startsWith(`${to}/`)),
              includeSearch: false,
            }}
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
