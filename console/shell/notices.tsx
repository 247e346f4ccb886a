import { useEffect, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { identitySession } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { isSignedOut, noteSignedIn, whenSigned } from "../signed-out.js";
import { OverWindows } from "./over-windows.js";
import { Slow } from "./slow.js";

/** Shows the notes about the connection, over windows too. */
export function Notices() {
  return (
    <OverWindows>
      <div className="notices">
        <SignedOut />
        <Slow />
      </div>
    </OverWindows>
  );
}

/** Tells that the session has ended while the page has unsaved work, and asks again when the person is back. */
function SignedOut() {
  const client = useQueryClient();
  const isOut = useSyncExternalStore(whenSigned, isSignedOut);
  useEffect(() => {
    if (!isOut) return;
    const look = () => {
      if (document.visibilityState === "visible")
        void call(identitySession, {}).then(noteSignedIn, () => undefined);
    };
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      // The lists that were refused meanwhile are read again.
      void client.invalidateQueries();
    };
  }, [isOut, client]);
  return (
    <div role="status">
      {isOut && (
        <div className="toast">
          <LogOut aria-hidden size={18} />
          <span>You are signed out. What you entered stays here.</span>
          <a className="button" href="/sign-in" target="_blank" rel="noreferrer">
            Sign in in another tab
          </a>
        </div>
      )}
    </div>
  );
}
