import { useQuery } from "@tanstack/react-query";
import { projects } from "../../queries.js";

/** Returns a function that says in words which project a budget is limited to. */
export function usePlace(): (projectId: string) => string {
  const { data } = useQuery(projects);
  return (id) =>
    id === data?.defaultProjectId
      ? "only outside of shared projects"
      : `only in ${data?.projects.find((one) => one.id === id)?.name ?? "a project that you are not in any more"}`;
}
