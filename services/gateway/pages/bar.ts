import type { Auth } from "../../../contracts/auth.js";
import { canBuy } from "../../../contracts/can-buy.js";
import type { Host } from "../../../runtime/process/host.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";

const link = (path: string, label: string, address: string): Html => {
  const isHere = address === path || address.startsWith(`${path}?`) || address.startsWith(`${path}/`);
  return html`<li><a href="${path}" ${isHere ? html`aria-current="page"` : null}>${label}</a></li>`;
};

/** Makes the bar with links to other pages, for people who are signed in and for others. */
export function barOf(host: Pick<Host, "config">, auth: Auth | null, address: string): Html {
  const own = [
    link("/library", "Library", address),
    link("/projects", "Projects", address),
    link("/agents", "Agents", address),
    link("/billing", canBuy(host) ? "Billing" : "Credits", address),
  ];
  const others = [
    link("/sign-in", "Sign in", address),
    ...(isOpen(host) ? [link("/sign-up", "Sign up", address)] : []),
  ];
  return html`<nav aria-label="Pages">
      <ul>
        ${auth === null ? others : own} ${link("/docs", "API", address)}
      </ul>
    </nav>
    ${
      auth === null
        ? null
        : html`<form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
    }`;
}

/** Tells whether anybody may make an account here at all. */
export const isOpen = ({ config }: Pick<Host, "config">): boolean => config.signup !== "closed";
