import { type ReactNode, useEffect, useRef } from "react";
import { Link, type LinkProps } from "@tanstack/react-router";

export interface Part {
  to: NonNullable<LinkProps["to"]>;
  title: string;
}

interface Given {
  title: string;
  /** The name of the area for screen readers. */
  label: string;
  parts: readonly Part[];
  /** The most frequent action of the page. */
  act?: ReactNode;
  children: ReactNode;
}

/** Shows the title of a page and the links to the other pages of its area. */
export function Area({ title, label, parts, act, children }: Given) {
  useEffect(() => {
    document.title = `${title} - Kiln`;
  }, [title]);
  const nav = useRef<HTMLElement>(null);
  // On a phone the current link may lie outside of the window.
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
            // A page below a part marks that part; the first part is above the others and is matched exactly.
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
