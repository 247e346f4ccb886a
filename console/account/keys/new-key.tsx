import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { identityCreateApiKey } from "../../../sdk/generated/operations.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Secret } from "../../parts/secret.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { LimitFields } from "../limits/fields.js";
import { enteredOf, limitsOf } from "../limits/limits.js";
import { ScopePicker } from "./scope-picker.js";
import { type Chosen, scopesOf } from "./scope-words.js";

/** Asks for a name, scopes and a budget, makes an API key, and shows its secret once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<Chosen>({});
  const [entered, setEntered] = useState(() => enteredOf(null));
  const scopes = scopesOf(chosen);
  const limits = limitsOf(entered);
  const [begun] = useState(entered);
  const isEntered = name !== "" || scopes.length > 0 || JSON.stringify(entered) !== JSON.stringify(begun);
  const make = useMutation({
    mutationFn: () => {
      const { dailyCredits = null, totalCredits = null, projectId = null } = limits ?? {};
      return call(identityCreateApiKey, {
        name: name.trim(),
        scopes,
        budget: limits ? { dailyCredits, totalCredits, projectId } : null,
      });
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ["api-keys"] }),
  });
  useUnsaved(isEntered);
  if (make.data !== undefined)
    return (
      <Secret
        title={`The key ${make.data.apiKey.name}`}
        says="Programs send it as a bearer token. It belongs on a server, never in a page."
        secret={make.data.secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (scopes.length > 0 && limits !== undefined && !make.isPending) make.mutate();
        }}
      >
        <div className="field">
          <label htmlFor="key-name">Name</label>
          <input
            id="key-name"
            data-first
            className="input"
            required
            placeholder="Build server"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <ScopePicker chosen={chosen} set={setChosen} />
        <details className="key-limits">
          <summary>What it may spend</summary>
          <LimitFields id="key" entered={entered} set={setEntered} with={["place"]} />
          <p className="soft small">An empty field is no limit. A key with a limit makes no other keys.</p>
        </details>
        {make.error !== null && <Failed error={make.error} />}
        <div className="acts">
          {scopes.length === 0 && <p className="soft small">Choose what it can do.</p>}
          <button
            type="submit"
            className="button main"
            disabled={scopes.length === 0 || limits === undefined}
            aria-disabled={make.isPending}
          >
            {make.isPending ? "Making …" : "Make the key"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
