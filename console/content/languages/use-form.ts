import { useEffect, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { contentGetSettings, contentUpdateSettings } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useSay } from "../../shell/toasts.js";
import type { Settings } from "../queries.js";
import { changedIn, overwrittenBy, rebased } from "./merge.js";

interface Theirs {
  settings: Settings;
  /** What somebody else changed, in sentences. */
  said: readonly string[];
}

/**
 * Returns the saved settings, the entered ones, and the mutation that saves the entered changes. A save that
 * would overwrite what somebody else has saved meanwhile sends nothing and gives `theirs`, until `settle` is
 * called.
 */
export function useForm(projectId: string, settings: Settings) {
  const client = useQueryClient();
  const say = useSay();
  const [base, setBase] = useState(settings);
  const [state, setState] = useState(settings);
  const [theirs, setTheirs] = useState<Theirs | null>(null);
  const isDirty = JSON.stringify(base) !== JSON.stringify(state);
  useUnsaved(isDirty, { question: { title: "The languages are not saved" } });
  // While nothing is entered, the form shows what others save.
  useEffect(() => {
    if (isDirty) return;
    setBase(settings);
    setState(settings);
  }, [settings]);
  const save = useMutation({
    mutationFn: async (entered: Settings): Promise<Settings | Theirs> => {
      const { settings: stored } = await call(contentGetSettings, { projectId });
      const said = overwrittenBy(base, entered, stored);
      if (said.length > 0) return { settings: stored, said };
      // An older answer must not take the place of what is saved now.
      await client.cancelQueries({ queryKey: ["content-settings", projectId] });
      return (await call(contentUpdateSettings, { projectId, ...changedIn(base, entered) })).settings;
    },
    onSuccess: (answer, entered) => {
      if ("said" in answer) return setTheirs(answer);
      client.setQueryData(["content-settings", projectId], answer);
      for (const key of ["documents", "document"]) void client.invalidateQueries({ queryKey: [key] });
      setBase(answer);
      // What was entered during the save stays.
      setState((now) => rebased(entered, now, answer));
      setTheirs(null);
      say("The languages are saved.");
    },
  });
  const settle = (side: "theirs" | "both"): void => {
    if (theirs === null) return;
    setBase(theirs.settings);
    setState((now) => (side === "theirs" ? theirs.settings : rebased(base, now, theirs.settings)));
    setTheirs(null);
  };
  return { base, state, setState, isDirty, save, theirs, settle };
}
