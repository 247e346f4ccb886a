import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { translationTranslateDocument } from "../../../sdk/generated/operations.js";
import type { TranslationTranslateDocumentResult } from "../../../sdk/generated/types.js";
import { orders } from "../../kept-orders.js";
import { call } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { credits } from "../../words.js";
import type { Document, Settings } from "../queries.js";
import { COVERAGE_WORDS } from "../status.js";
import type { DraftSession } from "./session.js";

type Mode = "missing" | "outdated" | "all";
const MODES: readonly (readonly [Mode, string])[] = [
  ["missing", "What is empty"],
  ["outdated", "What is empty or outdated"],
  ["all", "Everything, also what people wrote"],
];

/** Translates the draft by machine, one language at a time. */
export function Translate({
  session,
  document: { id, coverage = {} },
  settings: { defaultLocale, locales },
}: {
  session: DraftSession;
  document: Document;
  settings: Settings;
}) {
  const client = useQueryClient();
  const [mode, setMode] = useState<Mode>("outdated");
  const translate = useMutation({
    mutationFn: async (codes: string[]) => {
      await session.mustSettle();
      const order = { id, locales: codes, mode };
      return orders.send(["translate", order], (idempotencyKey) =>
        call(translationTranslateDocument, order, { idempotencyKey }),
      );
    },
    onSettled: async () => {
      await session.sync();
      for (const key of [["document", id], ["revisions", id], ["account"], ["usage"]])
        void client.invalidateQueries({ queryKey: key });
    },
  });
  const others = locales.filter(({ code }) => code !== defaultLocale);
  const source = locales.find(({ code }) => code === defaultLocale);
  return (
    <>
      <div className="field">
        <label htmlFor="translate-mode">Translate from {source?.title ?? defaultLocale}</label>
        <select
          id="translate-mode"
          className="input"
          value={mode}
          onChange={({ target }) => setMode(target.value as Mode)}
        >
          {MODES.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <ul className="rows" aria-label="Languages">
        {others.map(({ code, title }) => {
          const state = coverage[code];
          return (
            <li key={code}>
              <span className="row-text">
                <strong>{title}</strong>
                {state !== undefined && <span className="soft small">{COVERAGE_WORDS[state]}</span>}
              </span>
              <button
                type="button"
                className="button small"
                aria-label={`Translate into ${title}`}
                aria-disabled={translate.isPending}
                onClick={() => !translate.isPending && translate.mutate([code])}
              >
                Translate
              </button>
            </li>
          );
        })}
      </ul>
      {translate.error !== null && <Failed error={translate.error} />}
      <Outcome done={translate.data} isPending={translate.isPending} locales={locales} />
    </>
  );
}

function Outcome({
  done,
  isPending,
  locales,
}: {
  done: TranslationTranslateDocumentResult | undefined;
  isPending: boolean;
  locales: Settings["locales"];
}) {
  return (
    <div role="status">
      {isPending && <p className="soft">Translating into the draft …</p>}
      {done !== undefined && !isPending && (
        <>
          {done.locales.map(({ locale, translated, error }) => (
            <p key={locale} className={error === undefined ? "" : "wrong-text"}>
              {locales.find(({ code }) => code === locale)?.title ?? locale}:{" "}
              {error ??
                (translated.length === 0
                  ? "there was nothing to translate."
                  : `${translated.length} ${translated.length === 1 ? "field is" : "fields are"} translated.`)}
            </p>
          ))}
          <p className="soft small">It cost {credits(done.creditsSpent)}.</p>
        </>
      )}
    </div>
  );
}
