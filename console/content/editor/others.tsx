import { useSyncExternalStore } from "react";
import type { FieldLocation } from "./draft-context.js";
import type { Other, Presence } from "./presence.js";
import "./presence.css";

export const useOthers = (presence: Presence): readonly Other[] =>
  useSyncExternalStore(presence.subscribe, () => presence.others);

/** Returns the other people whose focus is in a field, with or without a known cursor position. */
export const othersAt = (others: readonly Other[], { path, locale }: FieldLocation): readonly Other[] =>
  others.filter(({ place }) => place?.path === path && place.locale === locale);

/** Shows the other people who have the document open, by name while they are few. */
export function Others({ presence }: { presence: Presence }) {
  const others = useOthers(presence);
  const people = [...new Map(others.map((other) => [other.name, other])).values()];
  return (
    <span role="status" className="others-here">
      {people.length > 0 && (
        <ul className="others" aria-label="Also here">
          {people.map(({ id, name, color }) => (
            <li key={id} title={`${name} has this document open`}>
              <span className={`other-sign other-${color}`} aria-hidden>
                {initialsOf(name)}
              </span>
              <span className={people.length > 2 ? "unseen" : "other-name"}>{name}</span>
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}

/** Shows the other people who are in a field, next to its label. */
export function OthersAt({ presence, place }: { presence: Presence; place: FieldLocation }) {
  const others = othersAt(useOthers(presence), place);
  if (others.length === 0) return null;
  return (
    <span className="others-at">
      {others.map(({ id, name, color }) => (
        <span key={id} className={`other-at other-${color}`}>
          {name}
          <span className="unseen"> is here</span>
        </span>
      ))}
    </span>
  );
}

function initialsOf(name: string): string {
  const [first = "", second = ""] = name.replace(/@.*$/, "").split(/[\s._-]+/);
  return [first, second]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}
