import { useRef, useState } from "react";
import { workflowsGet, workflowsUpdate } from "../../sdk/generated/operations.js";
import type { KilnError } from "../../sdk/kiln-error.js";
import { call, isRefusal } from "../kiln.js";
import type { Graph, Workflow } from "./queries.js";
import { isSameJson } from "./same-json.js";

export type Saving =
  | { state: "saved" | "waiting" | "saving" }
  | { state: "conflict" }
  | { state: "failed"; error: Error };

/** The name and the graph of a workflow as one text. */
export const textOf = ({ name, graph }: Pick<Workflow, "name" | "graph">): string =>
  JSON.stringify([name, graph]);

/** Tells whether the same save may succeed later: the service was not reached, or the session has ended. */
const isPassing = ({ status = 0 }: Partial<KilnError>): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/**
 * Returns what the service has of a workflow and the functions that store another version. A version that
 * another person saved meanwhile is never overwritten without asking.
 */
export function useStored(first: Workflow) {
  const [saving, setSaving] = useState<Saving>({ state: "saved" });
  /** Number of tries since the last answer. */
  const [failures, setFailures] = useState(0);
  const [saved, setSaved] = useState(() => textOf(first));
  const savedNow = useRef(saved);
  const base = useRef(first.updatedAt);
  /** The saves that got no answer; the service may have one of them. */
  const unanswered = useRef<readonly string[]>([]);

  const take = (text: string, { updatedAt }: Workflow) => {
    base.current = updatedAt;
    unanswered.current = [];
    savedNow.current = text;
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
  /** Stores the version that `latest` returns, and returns whether the service has it. */
  const store = async (latest: () => string): Promise<boolean> => {
    const wanted = latest();
    if (wanted === savedNow.current) return true;
    const [name, graph] = JSON.parse(wanted) as [string, Graph];
    setSaving({ state: "saving" });
    try {
      const named = name.trim() !== "" && { name };
      const sent = { id: first.id, graph, ...named, baseUpdatedAt: base.current };
      take(wanted, (await call(workflowsUpdate, sent)).workflow);
      return true;
    } catch (error) {
      if (!isRefusal(error, "conflict")) {
        if (isPassing(error as KilnError) && unanswered.current.at(-1) !== wanted)
          unanswered.current = [...unanswered.current, wanted];
        return fail(error as KilnError);
      }
    }
    try {
      if (await hasArrived()) return await store(latest);
    } catch (unread) {
      return fail(unread as KilnError);
    }
    setSaving({ state: "conflict" });
    return false;
  };
  /** Reads what the service has now: the next save is based on it, or with `isTaken` it is the present version. */
  const rebase = async (isTaken: boolean): Promise<Workflow | null> => {
    try {
      const { workflow } = await call(workflowsGet, { id: first.id });
      base.current = workflow.updatedAt;
      if (isTaken) take(textOf(workflow), workflow);
      else setSaving({ state: "waiting" });
      return workflow;
    } catch (error) {
      fail(error as KilnError);
      return null;
    }
  };
  return { saving, failures, saved, isSaved: (text: string) => text === savedNow.current, store, rebase };
}
