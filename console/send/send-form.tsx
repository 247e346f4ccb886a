import type { ReactNode } from "react";
import { Failed } from "../parts/states.js";
import type { Sent } from "./sharing.js";
import type { Sending } from "./use-sending.js";

interface Given {
  sending: Sending;
  /** Sends the file; undefined until everything is chosen. */
  put: (() => Promise<Sent>) | undefined;
  /** The effect of sending in words. */
  note?: ReactNode;
  children: ReactNode;
}

/** Shows the choices and the button that sends the file, once even if it is pressed again. */
export const SendForm = ({ sending, put, note, children }: Given) => (
  <form
    className="asked"
    onSubmit={(event) => {
      event.preventDefault();
      if (put !== undefined && !sending.isPending) sending.mutate(put);
    }}
    // A refusal was about the earlier choice.
    onChange={() => !sending.isPending && sending.reset()}
  >
    {children}
    {sending.error !== null && <Failed error={sending.error} />}
    <div className="form-foot">
      <p className="small soft" aria-live="polite">
        {note}
      </p>
      <button
        type="submit"
        className="button main"
        disabled={put === undefined}
        aria-disabled={sending.isPending}
      >
        {sending.isPending ? "Sending …" : "Send"}
      </button>
    </div>
  </form>
);
