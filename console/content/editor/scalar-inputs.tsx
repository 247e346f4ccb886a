import * as Y from "yjs";
import { useDraft, useValue, writeAt } from "./draft-context.js";
import type { InputGiven } from "./value-input.js";

/** Returns the value at a location, and a function that sets it as an edit of this person. */
export function useEdit({ place }: Pick<InputGiven, "place">) {
  const { session } = useDraft();
  const value = useValue(place);
  return { value, set: (next: unknown) => session.edit(() => writeAt(place, next)) };
}

const attributes = ({ id, label, isWrong, describedBy }: InputGiven) => ({
  id,
  className: "input",
  "aria-label": label,
  "aria-invalid": isWrong,
  "aria-describedby": describedBy,
});

/** Shows a value of another kind, which stays until somebody writes in the field. */
function Other({ value }: { value: unknown }) {
  return (
    <span className="hint">
      Holds something else: <code>{JSON.stringify(value).slice(0, 80)}</code>. Writing replaces it.
    </span>
  );
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isOther = (value: unknown, type: string): boolean =>
  !isAbsent(value) && typeof value !== type && !(value instanceof Y.AbstractType);

export function LineInput(given: InputGiven) {
  const { value, set } = useEdit(given);
  const isItem = typeof given.place.at === "number";
  const most = given.definition.type === "string" ? given.definition.maxLength : undefined;
  const text = typeof value === "string" ? value : value instanceof Y.Text ? value.toJSON() : "";
  const length = [...text].length;
  return (
    <>
      <input
        {...attributes(given)}
        lang={given.place.locale}
        value={text}
        onChange={({ target }) => set(target.value === "" && !isItem ? undefined : target.value)}
      />
      {isOther(value, "string") && <Other value={value} />}
      {most !== undefined && length > most * 0.8 && (
        <span className="hint number">
          {length} of {most} characters
        </span>
      )}
    </>
  );
}

export function ChoiceInput({ choices, ...given }: InputGiven & { choices: readonly string[] }) {
  const { value, set } = useEdit(given);
  const chosen = typeof value === "string" ? value : "";
  return (
    <select
      {...attributes(given)}
      value={chosen}
      onChange={({ target }) => set(target.value === "" ? undefined : target.value)}
    >
      <option value="">None</option>
      {chosen !== "" && !choices.includes(chosen) && (
        <option value={chosen}>{chosen} (no longer a choice)</option>
      )}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

export function NumberInput(given: InputGiven) {
  const { value, set } = useEdit(given);
  const definition = given.definition.type === "number" ? given.definition : {};
  return (
    <>
      <input
        {...attributes(given)}
        type="number"
        step={"integer" in definition && definition.integer === true ? 1 : "any"}
        value={typeof value === "number" ? value : ""}
        onChange={({ target }) => set(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)}
      />
      {isOther(value, "number") && <Other value={value} />}
    </>
  );
}

export function BooleanInput(given: InputGiven) {
  const { value, set } = useEdit(given);
  return (
    <select
      {...attributes(given)}
      value={typeof value === "boolean" ? String(value) : ""}
      onChange={({ target }) => set(target.value === "" ? undefined : target.value === "true")}
    >
      <option value="">Not said</option>
      <option value="true">Yes</option>
      <option value="false">No</option>
    </select>
  );
}

const two = (value: number): string => String(value).padStart(2, "0");
const localOf = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ""
    : `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** Shows a date and time in the time zone of the device; the draft holds the moment in UTC. */
export function DateInput(given: InputGiven) {
  const { value, set } = useEdit(given);
  return (
    <>
      <input
        {...attributes(given)}
        type="datetime-local"
        value={typeof value === "string" ? localOf(value) : ""}
        onChange={({ target }) => {
          const date = new Date(target.value);
          set(target.value === "" || Number.isNaN(date.getTime()) ? undefined : date.toISOString());
        }}
      />
      {isOther(value, "string") && <Other value={value} />}
      {typeof value === "string" && value !== "" && localOf(value) === "" && <Other value={value} />}
    </>
  );
}
