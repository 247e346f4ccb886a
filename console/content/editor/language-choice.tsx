import { Link } from "@tanstack/react-router";
import type { Document, Settings } from "../queries.js";
import { COVERAGE_WORDS } from "../status.js";

interface Given {
  /** The document id. */
  id: string;
  settings: Settings;
  coverage: NonNullable<Document["coverage"]>;
  chosen: readonly string[];
  choose: (codes: readonly string[]) => void;
}

/**
 * Lets the person choose the shown languages and tells how complete each is. With a single language it shows
 * a link to add one.
 */
export function LanguageChoice({ id, settings: { locales }, coverage, chosen, choose }: Given) {
  if (locales.length === 1)
    return (
      <p className="soft small">
        In {locales[0]?.title} only.{" "}
        <Link to="/app/content/languages" search={{ document: id }}>
          Add a language
        </Link>
      </p>
    );
  return (
    <fieldset className="field language-choice">
      <legend>Languages side by side</legend>
      <div className="choices">
        {locales.map(({ code, title }) => {
          const isChosen = chosen.includes(code);
          const state = coverage[code];
          return (
            <label key={code}>
              <input
                type="checkbox"
                className="unseen"
                checked={isChosen}
                disabled={isChosen && chosen.length === 1}
                onChange={() => choose(isChosen ? chosen.filter((one) => one !== code) : [...chosen, code])}
              />{" "}
              {title}
              {state !== undefined && <span className="soft small">&nbsp;{COVERAGE_WORDS[state]}</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
