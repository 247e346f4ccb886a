import type { ReactNode } from "react";

/** Shows a field of a form or a filter below its label. */
export function Labelled({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}
