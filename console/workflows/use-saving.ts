import { useEffect, useRef } from "react";
import { useUnsaved } from "../parts/use-unsaved.js";
import type { Graph, Workflow } from "./queries.js";
import { type Saving, textOf, useStored } from "./use-stored.js";

const QUIET_MS = 800;
/** Milliseconds before the next try after one, two, three and more that got no answer. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

const QUESTION = {
  title: "Not everything is saved",
  text: "Your last changes of the workflow have not reached the service. They are kept while you stay on this page.",
};

/**
 * Saves the workflow a while after the last change, and again after a save that got no answer. A link of the
 * console saves first, and asks if that is not possible.
 */
export function useSaving(first: Workflow, graph: Graph, name: string) {
  const text = textOf({ name, graph });
  const { saving, failures, saved, isSaved, store, rebase } = useStored(first);
  const latest = useRef(text);
  latest.current = text;
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  /** Saves the present state after a running save; returns whether it is saved. */
  const save = (): Promise<boolean> => {
    last.current = last.current.then(() => store(() => latest.current));
    return last.current;
  };
  const isDirty = text !== saved;
  const waits = isDirty && saving.state !== "conflict";
  useEffect(() => {
    if (!waits) return;
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? QUIET_MS;
    const timer = setTimeout(() => void save(), wait);
    return () => clearTimeout(timer);
  }, [text, waits, failures]);
  useUnsaved(() => !isSaved(latest.current), { send: save, question: QUESTION });
  // The page is left: one try more, of what the person may have said to leave unsaved.
  useEffect(() => () => void save(), []);
  /**
   * Ends a conflict with the stored version or with this one. Returns the stored workflow if that version is
   * taken.
   */
  const settle = async (side: "theirs" | "mine"): Promise<Workflow | null> => {
    const stored = await rebase(side === "theirs");
    if (side === "theirs") {
      // The page may be left before the canvas shows it.
      if (stored !== null) latest.current = textOf(stored);
      return stored;
    }
    if (stored !== null) await save();
    return null;
  };
  const shown: Saving =
    saving.state === "saved" && isDirty
      ? { state: "waiting" }
      : saving.state === "failed" && !isDirty
        ? { state: "saved" }
        : saving;
  return { saving: shown, save, settle };
}
