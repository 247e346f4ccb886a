import { useState } from "react";
import { SideTabs } from "../../parts/side-tabs.js";
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

/** Shows one of the panels beside the fields. */
export function Side({ session, said, document: shown, settings, goTo }: Given) {
  const [tab, setTab] = useState<Tab>("state");
  const hasLanguages = settings.locales.length > 1 && shown.coverage !== undefined;
  const tabs: readonly (readonly [Tab, string])[] = [
    ["state", "State"],
    ...(hasLanguages ? ([["languages", "Languages"]] as const) : []),
    ["history", "History"],
  ];
  return (
    <SideTabs label="About the document" className="document-side" tabs={tabs} tab={tab} setTab={setTab}>
      {tab === "state" && (
        <State session={session} said={said} document={shown} locales={settings.locales} goTo={goTo} />
      )}
      {tab === "languages" && <Translate session={session} document={shown} settings={settings} />}
      {tab === "history" && <History session={session} said={said} />}
    </SideTabs>
  );
}
