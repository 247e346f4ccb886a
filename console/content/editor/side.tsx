import { useState } from "react";
import type { Document, Issue, Settings } from "../queries.js";
import { History } from "./history.js";
import type { DraftSession, Said } from "./session.js";
import { State } from "./state.js";
import { Translate } from "./translate.js";

type Tab = "state" | "languages" | "history";

interface Given {
  session: DraftSession;
  said: Said;
  document: Document;
  settings: Settings;
  goTo: (issue: Pick<Issue, "path" | "locale">) => void;
}

/** What stands beside the fields, one thing at a time; arrows go from tab to tab. */
export function Side({ session, said, document: shown, settings, goTo }: Given) {
  const [tab, setTab] = useState<Tab>("state");
  const hasLanguages = settings.locales.length > 1 && shown.coverage !== undefined;
  const tabs: readonly (readonly [Tab, string])[] = [
    ["state", "State"],
    ...(hasLanguages ? ([["languages", "Languages"]] as const) : []),
    ["history", "History"],
  ];
  return (
    <aside className="card document-side" aria-label="About the document">
      <div role="tablist" aria-label="About the document" className="tabs">
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
        {tab === "state" && <State said={said} document={shown} goTo={goTo} />}
        {tab === "languages" && <Translate session={session} document={shown} settings={settings} />}
        {tab === "history" && <History session={session} said={said} />}
      </div>
    </aside>
  );
}
