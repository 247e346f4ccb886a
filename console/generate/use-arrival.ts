import { useEffect, useRef } from "react";
import type { CatalogModel } from "../queries.js";
import { useSay } from "../shell/toasts.js";
import { type Input, takenIn } from "./as-input.js";
import { changeDraft, type Draft, draftNow } from "./draft.js";
import type { Values } from "./fields.js";

interface Arrival {
  /** The file in the address; undefined without one. */
  input: Input | undefined;
  model: CatalogModel;
  /** The values of the form before, as far as the model takes them. */
  values: Values;
  old: Draft;
  leaveAddress: () => void;
}

/**
 * Puts the file of the address into the form once, removes it from the address, and reports the change with
 * Undo.
 */
export function useArrival(arrival: Arrival): void {
  const say = useSay();
  const now = useRef(arrival);
  now.current = arrival;
  const storageId = arrival.input?.storageId;
  useEffect(() => {
    const { input, model, values: without, old, leaveAddress } = now.current;
    if (storageId === undefined || input === undefined) return;
    const { says, values, undo } = takenIn(model, input, { values: without, old });
    changeDraft((draft) => ({ ...draft, model: model.id, values }));
    leaveAddress();
    if (undo === null) return say(says);
    say(says, {
      undo() {
        const before = undo(draftNow());
        if (before === null) say("The form was changed meanwhile and stays as it is.");
        else changeDraft(() => before);
      },
    });
  }, [storageId, say]);
}
