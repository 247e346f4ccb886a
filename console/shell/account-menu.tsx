import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleUser, Keyboard } from "lucide-react";
import { identitySignOut } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Menu } from "../parts/menu.js";
import { session } from "../queries.js";
import { ACCOUNT_PLACES, AREAS, PLAIN_PLACES } from "./places.js";
import { useSay } from "./toasts.js";

/** Shows the signed-in person, the links of the account and the sign-out. */
export function AccountMenu({ showKeys }: { showKeys: () => void }) {
  const { data } = useQuery(session);
  const say = useSay();
  const signOut = async () => {
    try {
      await call(identitySignOut, {});
      // The data of this tab belongs to the person who signed out.
      sessionStorage.clear();
      location.assign("/");
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <Menu label="Account" icon={<CircleUser aria-hidden size={22} />} className="button plain icon">
      <p>
        <strong>{data?.user.name ?? "Signed in"}</strong>
        <br />
        <span className="soft small">{data?.user.email}</span>
      </p>
      {[...ACCOUNT_PLACES, ...(data?.user.operator ? [AREAS[1]] : [])].map(({ to, title, icon: Icon }) => (
        <Link key={to} to={to} className="button plain">
          <Icon aria-hidden size={18} /> {title}
        </Link>
      ))}
      {PLAIN_PLACES.map(({ href, title, icon: Icon }) => (
        <a key={href} href={href} className="button plain">
          <Icon aria-hidden size={18} /> {title}
        </a>
      ))}
      <button type="button" className="button plain" onClick={showKeys}>
        <Keyboard aria-hidden size={18} /> Keys
      </button>
      <button type="button" className="button plain" onClick={() => void signOut()}>
        Sign out
      </button>
    </Menu>
  );
}
