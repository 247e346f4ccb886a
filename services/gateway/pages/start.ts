import { getAccount } from "../../../contracts/billing.js";
import { listProjects } from "../../../contracts/projects.js";
import { canBuy } from "../../../contracts/can-buy.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { wholeNumber } from "../../../runtime/http/pages/words.js";
import { isOpen } from "./bar.js";
import { openPage, type OwnVisit, type PageRoute, type Visit } from "./visit.js";

const tile = (path: string, title: string, text: string): Html =>
  html`<li class="card">
    <a href="${path}"><strong>${title}</strong> ${text}</a>
  </li>`;

const connecting = ({ host }: Visit): Html =>
  html`<section class="card">
    <h2>Connect an agent</h2>
    <p>
      Give any client of the Model Context Protocol this address. It opens a page here on which you say what
      it may do.
    </p>
    <pre tabindex="0" aria-label="Address for agents"><code>${host.baseUrl}/mcp</code></pre>
  </section>`;

/** Makes the start page for people who are not signed in: what this server is, and the way in. */
const welcomePage = (visit: Visit): Page => ({
  title: "Kiln",
  isWide: true,
  body: html`<p class="lead">
      This server makes pictures, films and sound with many models, runs workflows of them, and keeps,
      translates and publishes content: for people, programs and agents.
    </p>
    <p class="actions">
      ${isOpen(visit.host) ? html`<a class="button" href="/sign-up">Sign up</a>` : null}
      <a class="button ${isOpen(visit.host) ? "second" : ""}" href="/sign-in">Sign in</a>
    </p>
    <ul class="grid tiles">
      ${tile("/docs", "API reference", "Every route, to read and to try out.")}
      ${tile("/v1/openapi.json", "OpenAPI document", "For clients that are generated.")}
    </ul>
    ${connecting(visit)}`,
});

/** Makes the start page for people who are signed in: the balance, the waiting invites, and links. */
async function homePage(visit: OwnVisit): Promise<Page> {
  const { auth, host } = visit;
  const [{ remainingCredits, user }, { pendingInvites }] = await Promise.all([
    visit.call(getAccount, {}),
    visit.call(listProjects, {}),
  ]);
  const invites = pendingInvites.length;
  return {
    title: user.name ? `Hello, ${user.name}` : "Hello",
    isWide: true,
    body: html`${notes(visit)}
      ${
        invites === 0
          ? null
          : html`<p class="note">
              ${invites === 1 ? "An invite waits" : `${invites} invites wait`} for you.
              <a href="/projects">See your invites</a>
            </p>`
      }
      <section class="card">
        <h2>Balance</h2>
        <p class="figure">${wholeNumber(remainingCredits)}</p>
        <p class="soft">${remainingCredits === 1 ? "credit" : "credits"} left for ${auth.email}</p>
        <a class="button second" href="/billing"
          >${canBuy(host) ? "Buy credits, see the ledger" : "See the ledger"}</a
        >
      </section>
      <ul class="grid tiles">
        ${tile("/library", "Library", "What you uploaded and generated.")}
        ${tile("/projects", "Projects", "What you share, invites, and limits of spending.")}
        ${tile("/agents", "Connected agents", "What they may do and spend; disconnect them.")}
        ${tile("/docs", "API reference", "Every route, to read and to try out.")}
      </ul>
      ${connecting(visit)}`,
  };
}

const notes = ({ auth }: OwnVisit): Html =>
  html`${
    auth.isSuspended
      ? html`<p class="failed">
          This account is suspended: you can read everything and change nothing. Ask the support of this
          service.
        </p>`
      : null
  }
  ${
    auth.isEmailVerified
      ? null
      : html`<p class="note">
          Your e-mail address is not confirmed yet. <a href="/verify-email">Confirm ${auth.email}</a>
        </p>`
  }`;

export const START_PAGES: readonly PageRoute[] = [
  openPage("GET", "/", async (visit) =>
    visit.auth === null
      ? { page: welcomePage(visit) }
      : { page: await homePage(visit as OwnVisit), isConsole: true },
  ),
];
