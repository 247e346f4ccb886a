import { useEffect, useRef } from "react";
import type { CatalogModel } from "../queries.js";
import { useSay } from "../shell/toasts.js";
import { type Input, takenIn, withInput } from "./as-input.js";
import type { Draft } from "./draft.js";
import type { Values } from "./fields.js";

interface Arrival {
  /** The file that the address names; undefined without one. */
  input: Input | undefined;
  model: CatalogModel;
  /** What the form had before, as the model takes it. */
  values: Values;
  old: Draft;
  setDraft: (change: (old: Draft) => Draft) => void;
  leaveAddress: () => void;
}

/** Puts a file that comes by the address into the form, whose it is from then on, and says what it replaces, with Undo. */
export function useArrival(arrival: Arrival): void {
  const say = useSay();
  const now = useRef(arrival);
  now.current = arrival;
  const storageId = arrival.input?.storageId;
  useEffect(() => {
    const { input, model, values, old, setDraft, leaveAddress } = now.current;
    if (storageId === undefined || input === undefined) return;
    const { says, undo } = takenIn(model, input, { values, old });
    setDraft((draft) => ({ ...draft, model: model.id, values: withInput(model, input, values) }));
    leaveAddress();
    say(says, undo === null ? undefined : { undo: () => setDraft(undo) });
  }, [storageId, say]);
}
