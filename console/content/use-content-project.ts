import { useQuery } from "@tanstack/react-query";
import { projects } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";

/**
 * Returns the chosen project, or the person's own one if none is chosen; null until the projects are read.
 */
export function useContentProject(): { id: string; name: string; isOwner: boolean } | null {
  const { projectId } = useProject();
  const { data } = useQuery(projects);
  if (data === undefined) return null;
  const id = projectId ?? data.defaultProjectId;
  const found = data.projects.find((project) => project.id === id);
  return { id, name: found?.name ?? "My space", isOwner: projectId === null || found?.role === "owner" };
}
