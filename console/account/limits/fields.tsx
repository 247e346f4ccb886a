import { useQuery } from "@tanstack/react-query";
import { projects } from "../../queries.js";
import { type Entered, isCredits } from "./limits.js";

interface Given {
  /** Prefix of the element ids, which tells several forms of a page apart. */
  id: string;
  entered: Entered;
  set: (entered: Entered) => void;
  /** The fields beside the two amounts: a project has no place to spend in, and only an agent asks. */
  with: readonly ("place" | "asking")[];
}

/** Shows the fields of spending limits; an empty field means no limit. */
export function LimitFields({ id, entered, set, with: more }: Given) {
  const figure = (name: "dailyCredits" | "totalCredits" | "askAboveCredits", label: string) => {
    const isGood = isCredits(entered[name]);
    return (
      <div className="field">
        <label htmlFor={`${id}-${name}`}>{label}</label>
        <input
          id={`${id}-${name}`}
          className="input number"
          inputMode="numeric"
          placeholder="No limit"
          value={entered[name]}
          aria-invalid={!isGood}
          aria-describedby={isGood ? undefined : `${id}-${name}-wrong`}
          onChange={({ target }) => set({ ...entered, [name]: target.value })}
        />
        {!isGood && (
          <span className="wrong" id={`${id}-${name}-wrong`}>
            A whole number of credits, or nothing
          </span>
        )}
      </div>
    );
  };
  return (
    <div className="limits">
      {figure("dailyCredits", "Credits a day")}
      {figure("totalCredits", "Credits in all")}
      {more.includes("asking") && figure("askAboveCredits", "Asks me above")}
      {more.includes("place") && (
        <Place id={id} value={entered.projectId} set={(projectId) => set({ ...entered, projectId })} />
      )}
    </div>
  );
}

function Place({ id, value, set }: { id: string; value: string; set: (id: string) => void }) {
  const { data } = useQuery(projects);
  const isGone = value !== "" && data !== undefined && !data.projects.some((one) => one.id === value);
  return (
    <div className="field">
      <label htmlFor={`${id}-place`}>Where it may spend</label>
      <select id={`${id}-place`} className="input" value={value} onChange={({ target }) => set(target.value)}>
        <option value="">In every project</option>
        {data !== undefined && <option value={data.defaultProjectId}>Only outside of shared projects</option>}
        {data?.projects
          .filter((one) => one.id !== data.defaultProjectId)
          .map((one) => (
            <option key={one.id} value={one.id}>
              Only in {one.name}
            </option>
          ))}
        {isGone && <option value={value}>Only in a project that you are not in any more</option>}
      </select>
    </div>
  );
}
