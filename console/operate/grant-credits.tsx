import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { identityAdminGrantCredits } from "../../sdk/generated/operations.js";
import { orders } from "../kept-orders.js";
import { call } from "../kiln.js";
import { Failed } from "../parts/states.js";
import { useUnsaved } from "../parts/use-unsaved.js";
import { useSay } from "../shell/toasts.js";
import { credits } from "../words.js";

/** Grants credits or takes some away; the note stands in the ledger. */
export function GrantCredits({ id }: { id: string }) {
  const client = useQueryClient();
  const say = useSay();
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const isGood = /^\s*-?\d{1,9}\s*$/.test(text) && Number(text) !== 0;
  useUnsaved(text !== "" || note !== "");
  const grant = useMutation({
    mutationFn: () => {
      const order = { id, deltaCredits: Number(text), note: note.trim() === "" ? null : note.trim() };
      // A second try after a lost answer gives nobody the credits twice.
      return orders.send(["grant", order], (idempotencyKey) =>
        call(identityAdminGrantCredits, order, { idempotencyKey }),
      );
    },
    onSuccess: async ({ account }) => {
      say(`${account.email} has ${credits(account.remainingCredits)} now.`);
      setText("");
      setNote("");
      await client.invalidateQueries({ queryKey: ["operate", "accounts"] });
    },
  });
  return (
    <form
      className="grant-credits"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood && !grant.isPending) grant.mutate();
      }}
    >
      <div className="field">
        <label htmlFor="grant-credits">Give credits</label>
        <input
          id="grant-credits"
          className="input number"
          inputMode="numeric"
          value={text}
          aria-describedby="grant-says"
          onChange={({ target }) => setText(target.value)}
        />
        <span className="hint" id="grant-says">
          Below zero takes some
        </span>
      </div>
      <div className="field">
        <label htmlFor="grant-note">Note in the ledger</label>
        <input
          id="grant-note"
          className="input"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <button type="submit" className="button" disabled={!isGood} aria-disabled={grant.isPending}>
        Give
      </button>
      {grant.error !== null && <Failed error={grant.error} />}
    </form>
  );
}
