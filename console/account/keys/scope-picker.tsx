import type { ScopeArea } from "../../../contracts/scopes.js";
import { areasThat, type Choice, type Chosen, SCOPE_WORDS, scopesOf } from "./scope-words.js";
import "./keys.css";

const CHOICES: readonly (readonly [Choice, string])[] = [
  ["none", "Nothing"],
  ["read", "Read"],
  ["rw", "Change"],
];

const all = (choice: Choice): Chosen => Object.fromEntries(areasThat(false).map((area) => [area, choice]));
const PRESETS: readonly (readonly [string, Chosen])[] = [
  ["Read everything", all("read")],
  ["Generate", { generation: "rw", media: "rw" }],
  ["Write content", { content: "rw", media: "rw", projects: "read" }],
  ["Everything", all("rw")],
];

interface Given {
  chosen: Chosen;
  set: (chosen: Chosen) => void;
}

/**
 * Shows one row for each scope area, in which the person chooses no access, reading, or reading and writing.
 */
export function ScopePicker({ chosen, set }: Given) {
  const row = (area: ScopeArea) => (
    <AreaRow
      key={area}
      area={area}
      choice={chosen[area] ?? "none"}
      set={(choice) => set({ ...chosen, [area]: choice })}
    />
  );
  const wanted = scopesOf(chosen).join();
  return (
    <fieldset className="scopes">
      <legend>What it can do</legend>
      <div className="scope-presets">
        {PRESETS.map(([name, preset]) => (
          <button
            key={name}
            type="button"
            className="button small"
            aria-pressed={scopesOf(preset).join() === wanted}
            onClick={() => set(preset)}
          >
            {name}
          </button>
        ))}
      </div>
      {areasThat(false).map(row)}
      <details>
        <summary>Areas of later versions</summary>
        {areasThat(true).map(row)}
      </details>
    </fieldset>
  );
}

function AreaRow({ area, choice, set }: { area: ScopeArea; choice: Choice; set: (choice: Choice) => void }) {
  const { title, read, change, spends } = SCOPE_WORDS[area];
  const can = {
    none: "It can do nothing here.",
    read: `It can ${read}.`,
    rw: `It can ${read}; ${change}.`,
  }[choice];
  return (
    <div className="scope" role="radiogroup" aria-labelledby={`scope-${area}`}>
      <span className="scope-words">
        <strong id={`scope-${area}`}>{title}</strong>
        <span className={choice === "none" ? "soft small" : "small"}>{can}</span>
        {choice === "rw" && spends && <span className="small spends">This spends credits.</span>}
      </span>
      <span className="segments">
        {CHOICES.map(([one, name]) => (
          <label key={one}>
            <input
              type="radio"
              className="unseen"
              name={`scope-${area}`}
              checked={choice === one}
              onChange={() => set(one)}
            />
            {name}
          </label>
        ))}
      </span>
    </div>
  );
}
