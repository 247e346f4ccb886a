import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { projects } from "../queries.js";

const KEPT = "kiln-project";

interface Chosen {
  /** The chosen project; null is the person's own space. */
  projectId: string | null;
  choose: (id: string | null) => void;
}
const Context = createContext<Chosen>({ projectId: null, choose: () => undefined });

/** Returns the project that all pages work in. */
export const useProject = (): Chosen => use(Context);

export function ChosenProject({ children }: { children: ReactNode }) {
  const [kept, keep] = useState(() => localStorage.getItem(KEPT));
  const { data } = useQuery(projects);
  // A project that is gone, or another account's, counts as none.
  const isThere =
    data === undefined || data.projects.some(({ id }) => id === kept && id !== data.defaultProjectId);
  const projectId = isThere ? kept : null;
  const chosen = useMemo(
    () => ({
      projectId,
      choose: (id: string | null) => {
        if (id === null) localStorage.removeItem(KEPT);
        else localStorage.setItem(KEPT, id);
        keep(id);
      },
    }),
    [projectId],
  );
  return <Context value={chosen}>{children}</Context>;
}

/** Returns a function that chooses a project and leaves an open document for the list of that project. */
export function useGoToProject(): Chosen["choose"] {
  const { choose } = useProject();
  const router = useRouter();
  return useCallback(
    (id) => {
      choose(id);
      if (router.state.location.pathname.startsWith("/app/content/documents/"))
        void router.navigate({ to: "/app/content" });
    },
    [choose, router],
  );
}

export function ProjectPicker() {
  const { projectId } = useProject();
  const go = useGoToProject();
  const { data } = useQuery(projects);
  const shared = data?.projects.filter(({ id }) => id !== data.defaultProjectId) ?? [];
  return (
    <select
      className="input project"
      aria-label="Project"
      value={projectId ?? ""}
      onChange={({ target }) => go(target.value === "" ? null : target.value)}
    >
      <option value="">My space</option>
      {shared.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
