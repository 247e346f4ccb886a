import { useId } from "react";
import { useQuery } from "@tanstack/react-query";
import { Labelled } from "../parts/labelled.js";
import { type MediaKind, projects } from "../queries.js";
import type { Sending } from "./use-sending.js";

/** The properties of every form that sends a file. */
export interface Target {
  storageId: string;
  kind: MediaKind;
  /** The id of the project; null is the person's own space. */
  projectId: string | null;
  sending: Sending;
}

interface ProjectGiven {
  /** The id of the project; null is the person's own space. */
  projectId: string | null;
  setProject: (id: string | null) => void;
}

/** Chooses one of the projects of the person, who may write in all of them. */
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

/** Shows a choice in a row, or nothing if there is a single option. */
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
