import { type ReactNode, useId } from "react";
import { Labelled } from "../parts/labelled.js";
import { Failed, Skeletons } from "../parts/states.js";

/** What one can pick, with what one knows it by. */
export interface Row {
  id: string;
  title: string;
  more: ReactNode;
}

interface Given {
  label: string;
  /** Of the radio buttons; one a page. */
  name: string;
  /** What making a new one is called. */
  isNew: string;
  /** What one searches by, and what was entered; null where the list is short. */
  search: { label: string; text: string; set: (text: string) => void } | null;
  /** Undefined until they are read. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  again: () => unknown;
  /** Null is a new one. */
  chosen: Row | null;
  choose: (row: Row | null) => void;
}

/** One of a list that one can search, or a new one. What is chosen stays in view, also where a search no longer finds it. */
export function PickFrom({ label, name, isNew, search, rows, error, again, chosen, choose }: Given) {
  const id = useId();
  // A new one can be made although the others cannot be read.
  const known = rows ?? [];
  const isFound = chosen === null || known.some((row) => row.id === chosen.id);
  return (
    <>
      {search !== null && (
        <Labelled label={search.label} id={id}>
          <input
            id={id}
            type="search"
            className="input"
            maxLength={500}
            value={search.text}
            onChange={({ target }) => search.set(target.value)}
          />
        </Labelled>
      )}
      {error !== null && <Failed error={error} again={again} />}
      {rows === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={4} className="line" />
        </div>
      )}
      {(rows !== undefined || error !== null) && (
        <fieldset className="field">
          <legend>{label}</legend>
          <div className="pick">
            <Option
              name={name}
              title={isNew}
              more="Starts with this file"
              is={chosen === null}
              set={() => choose(null)}
            />
            {(isFound ? known : [chosen, ...known]).map((row) => (
              <Option key={row.id} name={name} {...row} is={row.id === chosen?.id} set={() => choose(row)} />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

interface OptionGiven extends Omit<Row, "id"> {
  name: string;
  is: boolean;
  set: () => void;
}

const Option = ({ name, title, more, is, set }: OptionGiven) => (
  <label>
    <input type="radio" name={name} checked={is} onChange={set} />
    <span className="row-text">
      <span>{title}</span>
      <span className="soft small">{more}</span>
    </span>
  </label>
);
