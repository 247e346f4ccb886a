interface Given<Value extends string> {
  label: string;
  /** The name of the radio group, unique on the page. */
  name: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  set: (value: Value) => void;
}

/** Shows a choice of one from a few options as chips. */
export function Choices<Value extends string>({ label, name, options, value, set }: Given<Value>) {
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="choices">
        {options.map(([one, title]) => (
          <label key={one}>
            <input
              type="radio"
              className="unseen"
              name={name}
              checked={one === value}
              onChange={() => set(one)}
            />{" "}
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
