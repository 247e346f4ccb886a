import { useEffect, useRef, useState } from "react";
import { workflowsGet, workflowsUpdate } from "../../sdk/generated/operations.js";
import type { KilnError } from "../../sdk/kiln-error.js";
import { call, isRefusal } from "../kiln.js";
import { useUnsaved } from "../parts/use-unsaved.js";
import type { Graph, Workflow } from "./queries.js";
import { isSameJson } from "./same-json.js";

const QUIET_MS = 800;
/** Milliseconds before the next try after one, two, three and more that got no answer. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

const QUESTION = {
  title: "Not everything is saved",
  text: "Your last changes of the workflow have not reached the service. They are kept while you stay on this page.",
};

export type Saving =
  | { state: "saved" | "waiting" | "saving" }
  | { state: "conflict" }
  | { state: "failed"; error: Error };

/** Tells whether the same save may succeed later: the service was not reached, or the session has ended. */
const isPassing = ({ status = 0 }: Partial<KilnError>): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/**
 * Saves the workflow a while after the last change, and again after a save that got no answer. A version that
 * another person saved meanwhile is never overwritten without asking.
 */
export function useSaving(first: Workflow, graph: Graph, name: string) {
  const text = JSON.stringify([name, graph]);
  const [saved, setSaved] = useState(() => JSON.stringify([first.name, first.graph]));
  const [saving, setSaving] = useState<Saving>({ state: "saved" });
  /** Number of tries since the last answer. */
  const [failures, setFailures] = useState(0);
  const base = useRef(first.updatedAt);
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  /** The saves that got no answer; the service may have one of them. */
  const unanswered = useRef<readonly string[]>([]);
  const latest = useRef({ text, saved });
  latest.current = { text, saved };

  const take = (text: string, { updatedAt }: Workflow) => {
    base.current = updatedAt;
    unanswered.current = [];
    latest.current = { ...latest.current, saved: text };
    setSaved(text);
    setSaving({ state: "saved" });
    setFailures(0);
  };
  /** Tells whether a conflict is only with this page's own save whose answer was lost, and goes on from it. */
  const hasArrived = async (): Promise<boolean> => {
    if (unanswered.current.length === 0) return false;
    const { workflow } = await call(workflowsGet, { id: first.id });
    const stored = [workflow.name, workflow.graph];
    const sent = unanswered.current.find((text) => isSameJson(JSON.parse(text), stored));
    if (sent !== undefined) take(sent, workflow);
    return sent !== undefined;
  };
  const fail = (error: KilnError): false => {
    setFailures((count) => (isPassing(error) ? count + 1 : 0));
    setSaving({ state: "failed", error });
    return false;
  };
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
      take(wanted, workflow);
      return true;
    } catch (error) {
      if (!isRefusal(error, "conflict")) {
        if (isPassing(error as KilnError)) unanswered.current = [...unanswered.current, wanted];
        return fail(error as KilnError);
      }
      try {
        if (await hasArrived()) return await store(latest.current.text);
      } catch (unread) {
        return fail(unread as KilnError);
      }
      setSaving({ state: "conflict" });
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
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? QUIET_MS;
    const timer = setTimeout(() => void save(), wait);
    return () => clearTimeout(timer);
  }, [text, waits, failures]);
  useUnsaved(() => latest.current.text !== latest.current.saved, { send: save, question: QUESTION });
  // The page is left: one try more, of what the person may have said to leave unsaved.
  useEffect(() => () => void save(), []);
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
  const shown: Saving =
    saving.state === "saved" && isDirty
      ? { state: "waiting" }
      : saving.state === "failed" && !isDirty
        ? { state: "saved" }
        : saving;
  return { saving: shown, save, settle };
}
