import { useEffect, useRef, useState } from "react";
import { workflowsGet, workflowsUpdate } from "../../sdk/generated/operations.js";
import { call, isRefusal } from "../kiln.js";
import type { Graph, Workflow } from "./queries.js";

const QUIET_MS = 800;

export type Saving =
  | { state: "saved" | "waiting" | "saving" }
  | { state: "conflict" }
  | { state: "failed"; error: Error };

/**
 * Saves the workflow a while after the last change. A version that another person saved meanwhile is never
 * overwritten without asking.
 */
export function useSaving(first: Workflow, graph: Graph, name: string) {
  const text = JSON.stringify([name, graph]);
  const [saved, setSaved] = useState(() => JSON.stringify([first.name, first.graph]));
  const [saving, setSaving] = useState<Saving>({ state: "saved" });
  const base = useRef(first.updatedAt);
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  const latest = useRef({ text, saved });
  latest.current = { text, saved };

  const store = async (wanted: string): Promise<boolean> => {
    if (wanted === latest.current.saved) return true;
    const [asName, asGraph] = JSON.parse(wanted) as [string, Graph];
    setSaving({ state: "saving" });
    try {
      const { workflow } = await call(workflowsUpdate, {
        id: first.id,
        graph: asGraph,
        ...(asName.trim() !== "" && { name: asName }),
        baseUpdatedAt: base.current,
      });
      base.current = workflow.updatedAt;
      latest.current = { ...latest.current, saved: wanted };
      setSaved(wanted);
      setSaving({ state: "saved" });
      return true;
    } catch (error) {
      setSaving(
        isRefusal(error, "conflict") ? { state: "conflict" } : { state: "failed", error: error as Error },
      );
      return false;
    }
  };
  /** Saves the present state after a running save; returns whether it is saved. */
  const save = (): Promise<boolean> => {
    last.current = last.current.then(() => store(latest.current.text));
    return last.current;
  };
  const isDirty = text !== saved;
  const waits = isDirty && saving.state !== "conflict";
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void save(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, waits]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.text !== latest.current.saved) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      void save();
    };
  }, []);
  /**
   * Ends a conflict with the stored version or with this one. Returns the stored workflow if that version is
   * taken.
   */
  const settle = async (side: "theirs" | "mine"): Promise<Workflow | null> => {
    try {
      const { workflow } = await call(workflowsGet, { id: first.id });
      base.current = workflow.updatedAt;
      if (side === "theirs") {
        const stored = JSON.stringify([workflow.name, workflow.graph]);
        latest.current = { text: stored, saved: stored };
        setSaved(stored);
        setSaving({ state: "saved" });
        return workflow;
      }
      setSaving({ state: "waiting" });
      await save();
    } catch (error) {
      setSaving({ state: "failed", error: error as Error });
    }
    return null;
  };
  const shown: Saving = saving.state === "saved" && isDirty ? { state: "waiting" } : saving;
  return { saving: shown, save, settle };
}
