import type { Document } from "./queries.js";

const WORDS: Readonly<Record<Document["status"], readonly [string, string]>> = {
  draft: ["Draft", ""],
  published: ["Published", "good"],
  changed: ["Changed since published", "accent"],
};

export function DocumentStatus({ status }: { status: Document["status"] }) {
  const [words, tone] = WORDS[status];
  const [first = "", ...rest] = words.split(" ");
  return (
    <span className={`badge ${tone}`}>
      {first}
      {rest.length > 0 && <span className="badge-rest">&nbsp;{rest.join(" ")}</span>}
    </span>
  );
}

type State = NonNullable<Document["coverage"]>[string];
export const COVERAGE_WORDS: Readonly<Record<State, string>> = {
  complete: "complete",
  partial: "in part",
  outdated: "outdated",
  empty: "empty",
};
const TONES: Readonly<Record<State, string>> = {
  complete: "good",
  partial: "accent",
  outdated: "accent",
  empty: "",
};

/** Number of languages up to which a row names each of them; with more it counts the complete ones. */
const MOST_LANGUAGES = 4;

/** Shows how complete a document is in each language. */
export function Coverage({ coverage }: { coverage: Document["coverage"] }) {
  if (coverage === undefined || Object.keys(coverage).length < 2) return null;
  const states = Object.values(coverage);
  const complete = states.filter((state) => state === "complete").length;
  if (states.length > MOST_LANGUAGES)
    return (
      <span className={`badge ${complete === states.length ? "good" : ""}`}>
        {complete} of {states.length} languages complete
      </span>
    );
  return (
    <span className="coverage">
      {Object.entries(coverage).map(([code, state]) => (
        <span key={code} className={`badge ${TONES[state]}`}>
          {code} <span className="coverage-state">{COVERAGE_WORDS[state]}</span>
        </span>
      ))}
    </span>
  );
}
