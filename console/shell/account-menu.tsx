import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { CircleUser } from "lucide-react";
import { send } from "../api.js";
import { session } from "../queries.js";
import { PLAIN_PLACES } from "./places.js";
import { useSay } from "./toasts.js";

/** Who is signed in, the pages beside the console, and the way out. */
export function AccountMenu() {
  const ref = useRef<HTMLDetailsElement>(null);
  const { data } = useQuery(session);
  const say = useSay();
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  const signOut = async () => {
    try {
      await send("POST", "/v1/auth/sign-out", { body: {} });
      location.assign("/");
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <details
      ref={ref}
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape") return;
        close();
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className="button plain icon" aria-label="Account">
        <CircleUser aria-hidden size={22} />
      </summary>
      <div>
        <p>
          <strong>{data?.user.name ?? "Signed in"}</strong>
          <br />
          <span className="soft small">{data?.user.email}</span>
        </p>
        {PLAIN_PLACES.map(({ href, title, icon: Icon }) => (
          <a key={href} href={href} className="button plain">
            <Icon aria-hidden size={18} /> {title}
          </a>
        ))}
        <button type="button" className="button plain" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
}
