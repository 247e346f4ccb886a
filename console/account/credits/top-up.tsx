import { useState } from "react";
import { Failed } from "../../parts/states.js";
import { credits, wholeNumber } from "../../words.js";
import { useCheckout } from "./use-checkout.js";

const CREDITS_PER_DOLLAR = 100;
const [LEAST, MOST] = [5, 1_000];

/** Sells credits for whole dollars and shows how many credits the amount buys. */
export function TopUp({ bonus }: { bonus: number | null }) {
  const [text, setText] = useState("20");
  const checkout = useCheckout();
  const dollars = /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;
  const isGood = dollars !== null && dollars >= LEAST && dollars <= MOST;
  return (
    <section className="card credit-card" aria-labelledby="topup">
      <h2 id="topup">Top up</h2>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !checkout.isPending) checkout.mutate({ kind: "topup", dollars });
        }}
      >
        <div className="field">
          <label htmlFor="topup-dollars">US dollars</label>
          <input
            id="topup-dollars"
            className="input number"
            inputMode="numeric"
            value={text}
            aria-invalid={!isGood}
            aria-describedby="topup-says"
            onChange={({ target }) => setText(target.value)}
          />
          <span id="topup-says" className={isGood ? "hint" : "wrong"} aria-live="polite">
            {isGood
              ? `${credits(dollars * CREDITS_PER_DOLLAR)}; they stay until they are spent`
              : `Whole dollars, from ${LEAST} to ${wholeNumber(MOST)}`}
          </span>
        </div>
        {bonus !== null && (
          <p className="soft small">The first top-up adds a bonus of up to {credits(bonus)}.</p>
        )}
        {checkout.error !== null && <Failed error={checkout.error} />}
        <p>
          <button type="submit" className="button main" disabled={!isGood} aria-disabled={checkout.isPending}>
            {checkout.isPending ? "Makes the link …" : "Go to payment"}
          </button>
        </p>
      </form>
    </section>
  );
}
