import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { projects } from "../queries.js";
import { hasUnsaved, mayLeave } from "../unsaved.js";

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
  const shown = useRef(kept);
  // A form that was filled in stays when the project is taken from the person meanwhile (rules/console 5).
  const projectId = isThere || (shown.current === kept && hasUnsaved()) ? kept : null;
  shown.current = projectId;
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

/**
 * Returns a function that chooses a project and leaves an open document for the list of that project. The pages
 * of content begin anew in another project, so unsaved work on them is asked about first.
 */
export function useGoToProject(): Chosen["choose"] {
  const { choose } = useProject();
  const router = useRouter();
  return useCallback(
    (id) => {
      const go = async () => {
        const { pathname } = router.state.location;
        if (pathname.startsWith("/app/content") && !(await mayLeave())) return;
        choose(id);
        // The person has been asked already.
        if (pathname.startsWith("/app/content/documents/"))
          await router.navigate({ to: "/app/content", ignoreBlocker: true });
      };
      void go();
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
