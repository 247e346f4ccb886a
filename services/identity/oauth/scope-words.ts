import { html, type Html } from "../../../runtime/http/pages/html.js";

/** Plain words for what each area lets an app see or change (rules/identity 28). */
const WORDS: Readonly<Record<string, string>> = {
  content: "content types, documents and webhooks",
  media: "your files and transcriptions",
  integrations: "connected sources",
  generation: "models, generations and Applications, which spend credits",
  workflows: "workflows and runs, which spend credits",
  cuts: "video edits",
  projects: "projects, members and invites",
  plugins: "plugins",
  community: "community templates",
  build: "app builder connections",
  agents: "standing automations, which spend credits",
  account: "your profile, balance and usage",
};

const READ_ONLY: Readonly<Record<string, string>> = {
  generation: "models, generations and Applications",
  workflows: "workflows and runs",
  agents: "standing automations",
};

/** Renders the rights of a connected app, one line an area; the areas that it may change come first. */
export function rightsList(scopes: readonly string[]): Html {
  const rights = scopes
    .map((scope) => scope.split(":"))
    .map(([area = "", access]) => ({ area, isChange: access === "rw" }))
    .toSorted((a, b) => Number(b.isChange) - Number(a.isChange));
  return html`<ul class="rights">
    ${rights.map(({ area, isChange }) =>
      isChange
        ? html`<li><span class="badge strong">may change</span> <span>${WORDS[area] ?? area}</span></li>`
        : html`<li>
            <span class="badge">may read</span> <span>${READ_ONLY[area] ?? WORDS[area] ?? area}</span>
          </li>`,
    )}
  </ul>`;
}
