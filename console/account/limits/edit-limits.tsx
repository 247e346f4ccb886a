import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { LimitFields } from "./fields.js";
import { type Budget, enteredOf, type Limits, limitsOf } from "./limits.js";

interface Given {
  name: string;
  budget: Budget | null | undefined;
  with: readonly ("place" | "asking")[];
  save: (limits: Required<Limits> | null) => Promise<unknown>;
  onClose: () => void;
}

/** Shows the dialog that changes the limits of a key, an agent or a project. */
export function EditLimits({ name, budget, with: more, save, onClose }: Given) {
  const [entered, setEntered] = useState(() => enteredOf(budget));
  const limits = limitsOf(entered);
  const [begun] = useState(entered);
  useUnsaved(JSON.stringify(entered) !== JSON.stringify(begun));
  const saving = useMutation({
    mutationFn: () => save(limits ?? null),
    onSuccess: onClose,
  });
  return (
    <Dialog title={`Limits of ${name}`} onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (limits !== undefined && !saving.isPending) saving.mutate();
        }}
      >
        <LimitFields id="limits" entered={entered} set={setEntered} with={more} />
        <p className="soft small">
          An empty field is no limit. Days are UTC. What is counted in all begins when the limit is set.
        </p>
        {saving.error !== null && <Failed error={saving.error} />}
        <div className="acts">
          <button
            type="submit"
            className="button main"
            disabled={limits === undefined}
            aria-disabled={saving.isPending}
          >
            {saving.isPending ? "Saving …" : "Set the limits"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
