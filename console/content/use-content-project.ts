import { useQuery } from "@tanstack/react-query";
import { projects } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";

/** The project whose content is shown: the chosen one, or the person's own. Null until it is known. */
export function useContentProject(): { id: string; name: string; isOwner: boolean } | null {
  const { projectId } = useProject();
  const { data } = useQuery(projects);
  if (data === undefined) return null;
  const id = projectId ?? data.defaultProjectId;
  const found = data.projects.find((project) => project.id === id);
  return { id, name: found?.name ?? "My space", isOwner: projectId === null || found?.role === "owner" };
}
