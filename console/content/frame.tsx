import { type ReactNode, useEffect } from "react";
import { Link } from "@tanstack/react-router";
import "./content.css";

const PARTS = [
  { to: "/app/content", title: "Documents" },
  { to: "/app/content/types", title: "Types" },
  { to: "/app/content/languages", title: "Languages" },
  { to: "/app/content/delivery", title: "Delivery" },
  { to: "/app/content/webhooks", title: "Webhooks" },
] as const;

interface Given {
  title: string;
  /** The one thing that one does most here. */
  act?: ReactNode;
  children: ReactNode;
}

/** What stands around every list of content. */
export function Frame({ title, act, children }: Given) {
  useEffect(() => {
    document.title = `${title} - Kiln`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        {act}
      </header>
      <nav className="subnav" aria-label="Content">
        {PARTS.map((part) => (
          <Link key={part.to} to={part.to} activeOptions={{ exact: true, includeSearch: false }}>
            {part.title}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
