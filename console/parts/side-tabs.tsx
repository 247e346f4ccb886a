import type { ReactNode } from "react";

interface Given<Tab extends string> {
  /** The subject of the tabs for screen readers. */
  label: string;
  className: string;
  tabs: readonly (readonly [Tab, string])[];
  tab: Tab;
  setTab: (tab: Tab) => void;
  children: ReactNode;
}

/**
 * Shows one panel at a time in a card beside the work; the arrow keys move between the tabs. A page has at
 * most one of these cards.
 */
export function SideTabs<Tab extends string>({ label, className, tabs, tab, setTab, children }: Given<Tab>) {
  return (
    <aside className={`card ${className}`} aria-label={label}>
      <div role="tablist" aria-label={label} className="tabs">
        {tabs.map(([id, title]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab === id}
            aria-controls="tab-panel"
            tabIndex={tab === id ? 0 : -1}
            onClick={() => setTab(id)}
            onKeyDown={({ key, currentTarget }) => {
              const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[key];
              const next = step && tabs[(tabs.findIndex(([one]) => one === id) + step) % tabs.length];
              if (!next) return;
              setTab(next[0]);
              currentTarget.parentElement?.querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus();
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {children}
      </div>
    </aside>
  );
}
