import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Coins, Search } from "lucide-react";
import { useLive } from "../live.js";
import { account } from "../queries.js";
import { wholeNumber } from "../words.js";
import { AccountMenu } from "./account-menu.js";
import { ChosenProject, ProjectPicker } from "./chosen-project.js";
import { Palette } from "./palette.js";
import { PLACES, PLAIN_PLACES } from "./places.js";

/** What stands around every page. */
export function Shell() {
  useLive();
  const [isFinding, setFinding] = useState(false);
  const page = useFocusOnPage();
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      // A rich text has its own use for it.
      if (event.defaultPrevented || event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey))
        return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener("keydown", find);
    return () => removeEventListener("keydown", find);
  }, []);
  return (
    <ChosenProject>
      <a className="button main skip" href="#page">
        Skip to the content
      </a>
      <div className="shell">
        <header className="top">
          <Link to="/" className="brand" aria-label="Kiln, start page">
            <img src="/icon.svg" alt="" width={24} height={24} />
            <span>Kiln</span>
          </Link>
          <ProjectPicker />
          <button type="button" className="button find" onClick={() => setFinding(true)}>
            <Search aria-hidden size={16} />
            <span>Find</span> <kbd aria-hidden>Ctrl K</kbd>
          </button>
          <Credits />
          <AccountMenu />
        </header>
        <Side />
        <main id="page" className="page" tabIndex={-1} ref={page}>
          <Outlet />
        </main>
      </div>
      {isFinding && <Palette onClose={() => setFinding(false)} />}
    </ChosenProject>
  );
}

/** A page that was gone to has the focus, so that the keyboard and screen readers go on there. */
function useFocusOnPage() {
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) page.current?.focus({ preventScroll: true });
    before.current = pathname;
    const title = PLACES.find(({ to }) => to === pathname)?.title;
    document.title = title === undefined || title === "Start" ? "Kiln" : `${title} - Kiln`;
  }, [pathname]);
  return page;
}

function Credits() {
  const { data } = useQuery(account);
  return (
    <a
      className="button plain credits number"
      href="/billing"
      aria-label={data === undefined ? "Credits" : `${wholeNumber(data.remainingCredits)} credits left`}
    >
      <Coins aria-hidden size={18} />
      {data === undefined ? "…" : wholeNumber(data.remainingCredits)} <span>credits</span>
    </a>
  );
}

function Side() {
  return (
    <nav className="side" aria-label="Console">
      <ul>
        {PLACES.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }}>
              <Icon aria-hidden size={20} /> {title}
            </Link>
          </li>
        ))}
      </ul>
      <ul>
        {PLAIN_PLACES.map(({ href, title, icon: Icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon aria-hidden size={20} /> {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
