import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { projects } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";

/**
 * Chooses the project of what was opened by its address, so that everything around it speaks of the same one. Once: who
 * chooses another project afterwards goes away from it.
 */
export function useProjectOf(projectId: string | undefined): void {
  const { choose } = useProject();
  const own = useQuery(projects).data?.defaultProjectId;
  useEffect(() => {
    if (projectId !== undefined && own !== undefined) choose(projectId === own ? null : projectId);
  }, [projectId, own]);
}
