import { type ReactNode, useId } from "react";
import { Labelled } from "../parts/labelled.js";
import { Failed, Skeletons } from "../parts/states.js";

/** An item that can be chosen, with the data by which a person recognizes it. */
export interface Row {
  id: string;
  title: string;
  more: ReactNode;
}

interface Given {
  label: string;
  /** The name of the radio group, unique on the page. */
  name: string;
  /** The label of the choice that makes a new item. */
  isNew: string;
  /** The label and text of the search; null if the list is short. */
  search: { label: string; text: string; set: (text: string) => void } | null;
  /** The items; undefined until they are read. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  again: () => unknown;
  /** The chosen item; null for a new one. */
  chosen: Row | null;
  choose: (row: Row | null) => void;
}

/**
 * Chooses an item of a searchable list, or a new one. The chosen item stays visible if a search does not find
 * it.
 */
export function PickFrom({ label, name, isNew, search, rows, error, again, chosen, choose }: Given) {
  const id = useId();
  // A new item can be made even if the list cannot be read.
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
