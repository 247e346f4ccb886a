import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { CircleAlert, type LucideIcon } from "lucide-react";

/** Shows that a list is empty, and what a person can do about it. */
export function Empty({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="state">
      <Icon aria-hidden size={32} strokeWidth={1.5} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shows the error message of the service, with a button that tries again if `again` is given. */
export function Failed({ error, again }: { error: Error; again?: () => unknown }) {
  return (
    <div className="failure" role="alert">
      <span>{sentence(error.message)}</span>
      {again && (
        <button type="button" className="button small" onClick={() => void again()}>
          Try again
        </button>
      )}
    </div>
  );
}

/**
 * Returns the text with a capital first letter; messages of the service may begin with the name of a field.
 */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function Skeletons({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, at) => (
    <span key={at} className={`skeleton ${className}`} aria-hidden />
  ));
}

export function NotHere() {
  return (
    <>
      <h1 className="unseen">Not found</h1>
      <Empty icon={CircleAlert} title="There is no such page">
        <p>The address may be mistyped, or the page was moved.</p>
        <Link to="/" className="button">
          Go to the start page
        </Link>
      </Empty>
    </>
  );
}
