import { useId } from "react";
import { MediaField } from "./media-field.js";
import type { Field, Values } from "./fields.js";
import { valueOf } from "./values.js";

interface Given {
  field: Field;
  values: Values;
  set: (name: string, value: unknown) => void;
}

/** Number of options up to which they are shown as chips; more become a select box. */
const CHIPS = 8;

/** Shows the field of one parameter. */
export function FormField({ field, values, set }: Given) {
  const id = useId();
  const value = valueOf(field, values);
  const label = (
    <label htmlFor={id}>
      {field.label} {!field.isRequired && field.type !== "flag" && <span className="soft">(optional)</span>}
    </label>
  );
  switch (field.type) {
    case "text":
      return (
        <div className="field">
          {label}
          <textarea
            id={id}
            className={field.name === "prompt" ? "input prompt" : "input"}
            value={value as string}
            onChange={({ target }) => set(field.name, target.value)}
          />
        </div>
      );
    case "number":
      return (
        <div className="field">
          {label}
          <input
            id={id}
            type="number"
            className="input"
            min={field.min}
            max={field.max}
            value={(values[field.name] as number | undefined) ?? ""}
            onChange={({ target }) => set(field.name, target.value === "" ? undefined : target.valueAsNumber)}
          />
          {field.hint && <span className="hint">{field.hint}</span>}
        </div>
      );
    case "flag":
      return (
        <label className="check">
          <input
            type="checkbox"
            checked={value as boolean}
            onChange={({ target }) => set(field.name, target.checked)}
          />{" "}
          {field.label}
        </label>
      );
    case "media":
      return <MediaField field={field} ids={value as string[]} set={(ids) => set(field.name, ids)} />;
    case "choice":
      return field.options.length > CHIPS ? (
        <div className="field">
          {label}
          <select
            id={id}
            className="input"
            value={String(value)}
            onChange={({ target }) =>
              set(
                field.name,
                field.options.find((option) => String(option) === target.value),
              )
            }
          >
            {field.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </div>
      ) : (
        <Chips field={field} value={value} set={set} />
      );
  }
}

function Chips({
  field,
  value,
  set,
}: {
  field: Extract<Field, { type: "choice" }>;
  value: unknown;
  set: Given["set"];
}) {
  if (field.options.length === 1) return null;
  return (
    <fieldset className="field">
      <legend>{field.label}</legend>
      <div className="choices">
        {field.options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              className="unseen"
              name={field.name}
              checked={option === value}
              onChange={() => set(field.name, option)}
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
