import { useQuery } from "@tanstack/react-query";
import { projects } from "../../queries.js";

/** In words, the only project in which something spends. */
export function usePlace(): (projectId: string) => string {
  const { data } = useQuery(projects);
  return (id) =>
    id === data?.defaultProjectId
      ? "only outside of shared projects"
      : `only in ${data?.projects.find((one) => one.id === id)?.name ?? "a project that you are not in any more"}`;
}
