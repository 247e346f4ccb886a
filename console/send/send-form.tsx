import type { ReactNode } from "react";
import { Failed } from "../parts/states.js";
import type { Sent } from "./sharing.js";
import type { Sending } from "./use-sending.js";

interface Given {
  sending: Sending;
  /** Undefined as long as something is still to be chosen. */
  put: (() => Promise<Sent>) | undefined;
  /** What sending will do. */
  note?: ReactNode;
  children: ReactNode;
}

/** What one picks, and the button that sends it there: once, however often it is pressed. */
export const SendForm = ({ sending, put, note, children }: Given) => (
  <form
    className="asked"
    onSubmit={(event) => {
      event.preventDefault();
      if (put !== undefined && !sending.isPending) sending.mutate(put);
    }}
    // A refusal was about what was chosen before.
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
