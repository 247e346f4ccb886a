import { useId } from "react";
import type { ContentType } from "../queries.js";
import type { EditedField } from "./field.js";

interface Given {
  field: EditedField;
  set: (change: Partial<EditedField>) => void;
  types: readonly ContentType[];
  ownName: string;
  wrong: (key: string) => string | undefined;
}

/** Edits the limits of a value, by the kind of the field. */
export function Limits(given: Given) {
  switch (given.field.type) {
    case "string":
    case "text":
      return <TextLimits {...given} />;
    case "number":
      return <NumberLimits {...given} />;
    case "media":
      return <FileLimits {...given} />;
    case "reference":
      return <Targets {...given} />;
    default:
      return null;
  }
}

function Said({ text }: { text: string | undefined }) {
  return text !== undefined && <span className="wrong">{text}</span>;
}

function TextLimits({ field, set, wrong }: Given) {
  const id = useId();
  return (
    <>
      <Figure
        label="Characters at most"
        value={field.maxLength}
        wrong={wrong("maxLength")}
        set={(maxLength) => set({ maxLength })}
      />
      {field.type === "string" && (
        <div className="field">
          <label htmlFor={`${id}choices`}>Choices</label>
          <textarea
            id={`${id}choices`}
            className="input"
            placeholder="One choice a line. Without choices the field takes any text."
            value={field.choices}
            onChange={({ target }) => set({ choices: target.value })}
          />
          <Said text={wrong("enum")} />
        </div>
      )}
    </>
  );
}

function NumberLimits({ field, set, wrong }: Given) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={field.integer}
          onChange={({ target }) => set({ integer: target.checked })}
        />{" "}
        Whole numbers only
      </label>
      <Said text={wrong("integer")} />
      <Figure label="At least" value={field.min} wrong={wrong("min")} set={(min) => set({ min })} />
      <Figure label="At most" value={field.max} wrong={wrong("max")} set={(max) => set({ max })} />
    </>
  );
}

function FileLimits({ field, set, wrong }: Given) {
  return (
    <fieldset className="field">
      <legend>Kinds of files</legend>
      <div className="choices">
        {(["image", "video", "audio"] as const).map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              className="unseen"
              checked={field.accept.includes(kind)}
              onChange={({ target }) =>
                set({
                  accept: target.checked
                    ? [...field.accept, kind]
                    : field.accept.filter((one) => one !== kind),
                })
              }
            />{" "}
            {{ image: "Pictures", video: "Films", audio: "Sound" }[kind]}
          </label>
        ))}
      </div>
      <span className="hint">{field.accept.length === 0 ? "None chosen: every file" : ""}</span>
      <Said text={wrong("accept")} />
    </fieldset>
  );
}

function Targets({ field, set, types, ownName, wrong }: Given) {
  const offered =
    types.some(({ name }) => name === ownName) || ownName === ""
      ? types.map(({ name, title }) => ({ name, title }))
      : [...types.map(({ name, title }) => ({ name, title })), { name: ownName, title: "This type" }];
  return (
    <fieldset className="field">
      <legend>Leads to documents of</legend>
      <div className="choices">
        {offered.map(({ name, title }) => (
          <label key={name}>
            <input
              type="checkbox"
              className="unseen"
              checked={field.to.includes(name)}
              onChange={({ target }) =>
                set({ to: target.checked ? [...field.to, name] : field.to.filter((one) => one !== name) })
              }
            />{" "}
            {title}
          </label>
        ))}
      </div>
      <Said text={wrong("to")} />
    </fieldset>
  );
}

function Figure({
  label,
  value,
  wrong,
  set,
}: {
  label: string;
  value: number | null;
  wrong: string | undefined;
  set: (value: number | null) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="number"
        step="any"
        value={value ?? ""}
        aria-invalid={wrong !== undefined}
        placeholder="No limit"
        onChange={({ target }) =>
          set(target.value === "" || Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)
        }
      />
      {wrong !== undefined && <span className="wrong">{wrong}</span>}
    </div>
  );
}
