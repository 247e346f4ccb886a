import {
  deleteOauthGrant,
  listOauthGrants,
  type OauthGrantView,
  updateOauthGrant,
} from "../../../contracts/oauth.js";
import { type Filled, refusalNote } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { moment } from "../../../runtime/http/pages/words.js";
import { listProjects } from "../../../contracts/projects.js";
import {
  GRANT_FIELDS,
  grantFields,
  type PayingProject,
  payingProjects,
  readGrantLimits,
  rightsList,
} from "../../identity/index.js";
import { agentUse } from "./budget-use.js";
import { pageLinks, pageNumber } from "./page-links.js";
import { stateNote } from "./state-note.js";
import { submit } from "./refusal.js";
import { type OwnVisit, ownPage, type PageRoute } from "./visit.js";

const SIZE = 20;

const DONE = {
  ended: "The agent is disconnected. Its access ended at once.",
  limited: "The limits are set.",
};

/** Makes the page of connected agents; `about` is the agent whose form was refused. */
async function agentsPage(visit: OwnVisit, about?: { id: string; filled: Filled }): Promise<Page> {
  const page = pageNumber(visit.query);
  const { grants, total } = await visit.call(listOauthGrants, { limit: SIZE, offset: (page - 1) * SIZE });
  const projects = grants.length === 0 ? [] : payingProjects(await visit.call(listProjects, {}));
  const isThere = grants.some(({ id }) => id === about?.id);
  return {
    title: "Connected agents",
    isWide: true,
    body: html`${stateNote(visit.query, DONE)}
      ${about === undefined || isThere ? null : refusalNote(about.filled)}
      <p class="lead">Apps that you allowed to act for you at <code>${visit.host.baseUrl}/mcp</code>.</p>
      ${
        grants.length === 0
          ? html`<div class="card">
              <h2>${total === 0 ? "No agent is connected" : "There are no more"}</h2>
              <p>
                Give an agent the address <code>${visit.host.baseUrl}/mcp</code>. It opens a page here on
                which you sign in and say what it may do and spend.
              </p>
            </div>`
          : html`<ul class="list">
              ${grants.map((grant) => agentCard(grant, projects, about?.id === grant.id ? about.filled : undefined))}
            </ul>`
      }
      ${pageLinks("/agents", page, SIZE, total)}`,
  };
}

function agentCard(grant: OauthGrantView, projects: readonly PayingProject[], filled?: Filled): Html {
  const { id, clientName, redirectUris, scopes, createdAt, lastTokenAt, budget } = grant;
  const name = clientName ?? "An app without a name";
  return html`<li class="card" id="agent-${id}">
    <h2>${name}</h2>
    <p class="soft">
      Connected ${moment(createdAt)} through
      ${[...new Set(redirectUris.map(hostOf))].join(", ") || "an unknown address"}.
      ${lastTokenAt === null ? "Not in use now." : html`Last renewed ${moment(lastTokenAt)}.`}
    </p>
    <details>
      <summary>What it may do</summary>
      ${rightsList(scopes)}
    </details>
    <details ${filled === undefined ? null : html`open`}>
      <summary>What it may spend: ${agentUse(budget, projects)}</summary>
      ${filled === undefined ? null : refusalNote(filled)}
      <form method="post" action="/agents/${id}/budget">
        ${grantFields({ budget, projects, id: `agent-${id}` }, filled)}
        <p class="hint">An empty field is no limit. Days are UTC.</p>
        <p>
          <button class="second">Set the limits<span class="unseen"> of ${name}</span></button>
        </p>
      </form>
    </details>
    <form method="post" action="/agents/${id}/end">
      <button class="danger">Disconnect<span class="unseen"> ${name}</span></button>
    </form>
  </li>`;
}

const hostOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).host : uri);

export const AGENT_PAGES: readonly PageRoute[] = [
  ownPage("GET", "/agents", async (visit) => ({ page: await agentsPage(visit) })),
  ownPage("POST", "/agents/:id/budget", (visit) => {
    const id = visit.params.id ?? "";
    return submit(
      visit,
      { kept: GRANT_FIELDS, fields: GRANT_FIELDS },
      async () => {
        await visit.call(updateOauthGrant, { id, budget: readGrantLimits(visit.form) });
        return { to: "/agents?state=limited" };
      },
      (filled) => agentsPage(visit, { id, filled }),
    );
  }),
  ownPage("POST", "/agents/:id/end", (visit) => {
    const id = visit.params.id ?? "";
    return submit(
      visit,
      { kept: [], fields: [] },
      async () => {
        await visit.call(deleteOauthGrant, { id });
        return { to: "/agents?state=ended" };
      },
      (filled) => agentsPage(visit, { id, filled }),
    );
  }),
];
