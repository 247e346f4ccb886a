import { type ReactNode, useId } from "react";
import { useQuery } from "@tanstack/react-query";
import { Labelled } from "../parts/labelled.js";
import { type MediaKind, projects } from "../queries.js";
import type { Sending } from "./use-sending.js";

/** What each way of sending is given. */
export interface Target {
  storageId: string;
  kind: MediaKind;
  /** Null is the person's own space. */
  projectId: string | null;
  sending: Sending;
}

interface ProjectGiven {
  /** Null is the person's own space. */
  projectId: string | null;
  setProject: (id: string | null) => void;
}

/** The projects in which somebody may write: all that they are in. */
export function ProjectChoice({ projectId, setProject }: ProjectGiven) {
  const id = useId();
  const { data } = useQuery(projects);
  const shared = data?.projects.filter((project) => project.id !== data.defaultProjectId) ?? [];
  if (shared.length === 0) return null;
  return (
    <Labelled label="Project" id={id}>
      <select
        id={id}
        className="input"
        value={projectId ?? ""}
        onChange={({ target }) => setProject(target.value || null)}
      >
        <option value="">My space</option>
        {shared.map((project) => (
          <option key={project.id} value={project.id}>
            {project.name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** What one can pick, with what one knows it by. */
export interface Row {
  id: string;
  title: string;
  more: ReactNode;
}

interface PickGiven {
  label: string;
  /** Of the radio buttons; one a page. */
  name: string;
  /** What making a new one is called. */
  isNew: string;
  rows: readonly Row[];
  /** Null is a new one. */
  chosen: Row | null;
  choose: (row: Row | null) => void;
}

/** One of a list or a new one. What is chosen stays in view, also where a search no longer finds it. */
export function Pick({ label, name, isNew, rows, chosen, choose }: PickGiven) {
  const isFound = chosen === null || rows.some(({ id }) => id === chosen.id);
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="pick">
        <Option
          name={name}
          title={isNew}
          more="Begins with the file"
          is={chosen === null}
          set={() => choose(null)}
        />
        {(isFound ? rows : [chosen, ...rows]).map((row) => (
          <Option key={row.id} name={name} {...row} is={row.id === chosen?.id} set={() => choose(row)} />
        ))}
      </div>
    </fieldset>
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

/** A choice in a row that is none where there is one option only. */
export function Among({
  label,
  options,
  value,
  set,
}: {
  label: string;
  options: readonly { id: string; title: string }[];
  value: string;
  set: (id: string) => void;
}) {
  const id = useId();
  if (options.length < 2) return null;
  return (
    <Labelled label={label} id={id}>
      <select id={id} className="input" value={value} onChange={({ target }) => set(target.value)}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.title}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
