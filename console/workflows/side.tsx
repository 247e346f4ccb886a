import type { ReactNode } from "react";

export type Tab = "node" | "runs" | "triggers";
const TABS: readonly (readonly [Tab, string])[] = [
  ["node", "Node"],
  ["runs", "Runs"],
  ["triggers", "Triggers"],
];

interface Given {
  tab: Tab;
  setTab: (tab: Tab) => void;
  children: ReactNode;
}

/** What stands beside the canvas, one thing at a time; arrows go from tab to tab. */
export function Side({ tab, setTab, children }: Given) {
  return (
    <aside className="card workflow-side" aria-label="Details">
      <div role="tablist" aria-label="Details" className="tabs">
        {TABS.map(([id, title]) => (
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
              const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[key];
              const next = step && TABS[(TABS.findIndex(([one]) => one === id) + step) % TABS.length];
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
