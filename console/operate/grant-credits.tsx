import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { identityAdminGrantCredits } from "../../sdk/generated/operations.js";
import { randomKey } from "../../sdk/random-key.js";
import { call } from "../kiln.js";
import { Failed } from "../parts/states.js";
import { useSay } from "../shell/toasts.js";
import { credits } from "../words.js";

/** Grants credits or takes some away; the note stands in the ledger. */
export function GrantCredits({ id }: { id: string }) {
  const client = useQueryClient();
  const say = useSay();
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  // A second try after a lost answer sends the same key, so that nobody gets the credits twice.
  const [key, setKey] = useState(randomKey);
  const isGood = /^\s*-?\d{1,9}\s*$/.test(text) && Number(text) !== 0;
  const grant = useMutation({
    mutationFn: () =>
      call(
        identityAdminGrantCredits,
        { id, deltaCredits: Number(text), note: note.trim() === "" ? null : note.trim() },
        { idempotencyKey: key },
      ),
    onSuccess: async ({ account }) => {
      say(`${account.email} has ${credits(account.remainingCredits)} now.`);
      setText("");
      setNote("");
      setKey(randomKey());
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
          onChange={({ target }) => {
            setText(target.value);
            setKey(randomKey());
          }}
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
          onChange={({ target }) => {
            setNote(target.value);
            setKey(randomKey());
          }}
        />
      </div>
      <button type="submit" className="button" disabled={!isGood} aria-disabled={grant.isPending}>
        Give
      </button>
      {grant.error !== null && <Failed error={grant.error} />}
    </form>
  );
}
