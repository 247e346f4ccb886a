import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Coins, Search } from "lucide-react";
import { useKeptRemovals } from "../library/removal.js";
import { useLive } from "../live.js";
import { account, session } from "../queries.js";
import { wholeNumber } from "../words.js";
import { AccountMenu } from "./account-menu.js";
import { ChosenProject, ProjectPicker } from "./chosen-project.js";
import { useKeptFocus } from "./kept-focus.js";
import { Notices } from "./notices.js";
import { Palette } from "./palette.js";
import { AREAS, PLACES, PLAIN_PLACES } from "./places.js";
import { ShortcutSheet } from "./shortcut-sheet.js";
import { useShortcuts } from "./shortcuts.js";
import { UnsavedWork } from "./unsaved-work.js";

/** Shows the frame around every page. */
export function Shell() {
  useLive();
  useKeptRemovals();
  const [isFinding, setFinding] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const page = useFocusOnPage();
  useKeptFocus();
  useShortcuts({ find: () => setFinding(true), help: () => setHelping(true) });
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
          <AccountMenu showKeys={() => setHelping(true)} />
        </header>
        <Side />
        <main id="page" className="page" tabIndex={-1} ref={page}>
          <Outlet />
        </main>
      </div>
      <Notices />
      <UnsavedWork />
      {isHelping && <ShortcutSheet onClose={() => setHelping(false)} />}
      {isFinding && <Palette onClose={() => setFinding(false)} />}
    </ChosenProject>
  );
}

/** Focuses the new page after a navigation, so that the keyboard and screen readers continue there. */
function useFocusOnPage() {
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) page.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  // This layout effect runs before the effects of pages, which may set a title of their own.
  useLayoutEffect(() => {
    const title = PLACES.find(({ to }) => to === pathname)?.title;
    document.title = title === undefined || title === "Start" ? "Kiln" : `${title} - Kiln`;
  }, [pathname]);
  return page;
}

function Credits() {
  const { data } = useQuery(account);
  return (
    <Link
      className="button plain credits number"
      to="/app/account/credits"
      aria-label={data === undefined ? "Credits" : `${wholeNumber(data.remainingCredits)} credits left`}
    >
      <Coins aria-hidden size={18} />
      {data === undefined ? "…" : wholeNumber(data.remainingCredits)} <span>credits</span>
    </Link>
  );
}

function Side() {
  const isOperator = useQuery(session).data?.user.operator === true;
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
        {AREAS.filter(({ to }) => to !== "/app/operate" || isOperator).map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ includeSearch: false }}>
              <Icon aria-hidden size={20} /> {title}
            </Link>
          </li>
        ))}
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
