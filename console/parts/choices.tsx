interface Given<Value extends string> {
  label: string;
  /** Of the radio buttons; one a page. */
  name: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  set: (value: Value) => void;
}

/** One of a few, as chips. */
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
