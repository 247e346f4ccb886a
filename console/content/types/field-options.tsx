import { type ReactNode, useId } from "react";
import type { FieldType } from "../../../contracts/content-schema.js";
import type { ContentType } from "../queries.js";
import { type EditedField, isLocalizable, KINDS, MAX_NESTING, newField } from "./field.js";
import { Limits } from "./limits.js";

interface Group {
  fields: readonly EditedField[];
  set: (fields: readonly EditedField[]) => void;
  path: string;
}

interface Given {
  field: EditedField;
  set: (change: Partial<EditedField>) => void;
  types: readonly ContentType[];
  ownName: string;
  path: string;
  refusals: ReadonlyMap<string, string>;
  depth: number;
  /** The definition is the item of a list, which has no name and no language setting of its own. */
  isItem?: boolean;
  /** Shows the list of a group's fields. Passed in, because the options are themselves a part of such a list. */
  group: (of: Group) => ReactNode;
}

/** Edits the properties of a field apart from its position. */
export function FieldOptions(given: Given) {
  const { field, set, path, refusals, isItem = false, group } = given;
  const id = useId();
  const wrong = (key: string) => refusals.get(`${path}.${key}`);
  return (
    <div className="field-options">
      {!isItem && (
        <>
          <Line
            id={`${id}title`}
            label="Title"
            value={field.title}
            wrong={wrong("title")}
            set={(title) => set({ title })}
          />
          <Line
            id={`${id}name`}
            label="Name in delivery"
            value={field.name}
            wrong={wrong("name")}
            hint={
              field.saved === null
                ? "Made of the title, unless you name it"
                : "Cannot be changed: documents hold its values under it"
            }
            isFixed={field.saved !== null}
            set={(name) => set({ name })}
          />
        </>
      )}
      <Kind {...given} wrong={wrong("type")} />
      <Flags {...given} />
      <Limits {...given} wrong={wrong} />
      {!isItem && (
        <Line
          id={`${id}description`}
          label="Hint for editors"
          value={field.description}
          wrong={wrong("description")}
          set={(description) => set({ description })}
        />
      )}
      {field.type === "object" &&
        group({ fields: field.fields, set: (fields) => set({ fields }), path: `${path}.fields` })}
      {field.type === "array" && (
        <FieldOptions
          {...given}
          isItem
          field={field.of ?? newField()}
          path={`${path}.of`}
          set={(change) => set({ of: { ...(field.of ?? newField()), ...change } })}
        />
      )}
    </div>
  );
}

function Line({
  id,
  label,
  value,
  wrong,
  hint,
  isFixed = false,
  set,
}: {
  id: string;
  label: string;
  value: string;
  wrong: string | undefined;
  hint?: string;
  isFixed?: boolean;
  set: (value: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={value}
        readOnly={isFixed}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => set(target.value)}
      />
      <span id={`${id}-hint`} className={wrong === undefined ? "hint" : "wrong"}>
        {wrong ?? hint}
      </span>
    </div>
  );
}

function Kind({ field, set, depth, isItem = false, wrong }: Given & { wrong: string | undefined }) {
  const id = useId();
  const kinds = Object.entries(KINDS).filter(
    ([type]) => !(isItem && type === "array") && !(depth >= MAX_NESTING && type === "object"),
  );
  return (
    <div className="field">
      <label htmlFor={`${id}kind`}>{isItem ? "Kind of its items" : "Kind"}</label>
      <select
        id={`${id}kind`}
        className="input"
        value={field.type}
        onChange={({ target }) =>
          set({
            type: target.value as FieldType,
            ...(target.value === "array" && field.of === null && { of: newField() }),
            ...(!isLocalizable(target.value as FieldType) && { localized: false }),
          })
        }
      >
        {kinds.map(([type, [title]]) => (
          <option key={type} value={type}>
            {title}
          </option>
        ))}
      </select>
      <span className={wrong === undefined ? "hint" : "wrong"}>{wrong ?? KINDS[field.type][1]}</span>
    </div>
  );
}

function Flags({ field, set, isItem = false }: Given) {
  return (
    <div className="field-flags">
      <label className="check">
        <input
          type="checkbox"
          checked={field.required}
          onChange={({ target }) => set({ required: target.checked })}
        />{" "}
        {isItem ? "No item may be empty" : "Required to publish"}
      </label>
      {!isItem && isLocalizable(field.type) && (
        <label className="check">
          <input
            type="checkbox"
            checked={field.localized}
            onChange={({ target }) => set({ localized: target.checked })}
          />{" "}
          A value for each language
        </label>
      )}
    </div>
  );
}
