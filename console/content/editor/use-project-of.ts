import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { projects } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";

/**
 * Makes the project of a document the chosen one after the document was opened by its address. This happens
 * once, so that the person can choose another project afterwards.
 */
export function useProjectOf(projectId: string | undefined): void {
  const { choose } = useProject();
  const own = useQuery(projects).data?.defaultProjectId;
  useEffect(() => {
    if (projectId !== undefined && own !== undefined) choose(projectId === own ? null : projectId);
  }, [projectId, own]);
}
