import {
  acceptInvite,
  declineInvite,
  getProject,
  listProjects,
  type ProjectInviteView,
  type ProjectView,
  updateProject,
} from "../../../contracts/projects.js";
import { type Filled, refusalNote } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { moment } from "../../../runtime/http/pages/words.js";
import { BUDGET_FIELDS, budgetFields, readBudget } from "../../identity/index.js";
import { budgetUse } from "./budget-use.js";
import { stateNote } from "./state-note.js";
import { submit } from "./refusal.js";
import { type OwnVisit, ownPage, type PageRoute } from "./visit.js";

const DONE = {
  joined: "You are a member of the project now.",
  declined: "The invite is declined.",
  limited: "The limits are set.",
};

async function projectsPage(visit: OwnVisit, filled?: Filled, code?: string): Promise<Page> {
  const { projects, pendingInvites, defaultProjectId } = await visit.call(listProjects, {});
  return {
    title: "Projects",
    isWide: true,
    body: html`${stateNote(visit.query, DONE)} ${filled === undefined ? null : refusalNote(filled)}
      ${
        code === "email_unverified"
          ? html`<p><a class="button" href="/verify-email">Confirm your e-mail address</a></p>`
          : null
      }
      ${
        pendingInvites.length === 0
          ? null
          : html`<h2>Invites to ${visit.auth.email}</h2>
              <ul class="list">
                ${pendingInvites.map(inviteCard)}
              </ul>`
      }
      <h2>Your projects</h2>
      <div class="scroll">
        <table>
          <caption class="unseen">
            Projects that you own or contribute to
          </caption>
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col">Whose credits</th>
              <th scope="col" class="less">Changed</th>
            </tr>
          </thead>
          <tbody>
            ${projects.map((project) => projectRow(project, project.id === defaultProjectId))}
          </tbody>
        </table>
      </div>`,
  };
}

function inviteCard({ id, projectName, invitedBy, createdAt }: ProjectInviteView): Html {
  return html`<li class="card">
    <h3>${projectName}</h3>
    <p class="soft">
      ${invitedBy.name === null ? null : html`${invitedBy.name}, `}${invitedBy.email} invited you
      ${moment(createdAt)}. As a member you read and change what is in the project, and work in it uses its
      owner's credits.
    </p>
    <div class="actions">
      <form method="post" action="/projects/invites/${id}/accept">
        <button>Accept<span class="unseen"> the invite to ${projectName}</span></button>
      </form>
      <form method="post" action="/projects/invites/${id}/decline">
        <button class="second">Decline<span class="unseen"> the invite to ${projectName}</span></button>
      </form>
    </div>
  </li>`;
}

function projectRow(
  { id, name, description, role, owner, updatedAt }: ProjectView,
  isDefault: boolean,
): Html {
  const isOwn = role === "owner";
  return html`<tr>
    <th scope="row">
      <a href="/projects/${id}">${name}</a>
      ${isDefault ? html`<span class="badge">default</span>` : null}
      ${description === null ? null : html`<br /><small class="soft">${description}</small>`}
    </th>
    <td>${isOwn ? "yours" : (owner.name ?? owner.email)}</td>
    <td class="less">${moment(updatedAt)}</td>
  </tr>`;
}

/** Makes the page of one project: its members, and for its owner the limit of what may be spent in it. */
async function projectPage(visit: OwnVisit, filled?: Filled): Promise<Page> {
  const { project, members, budget } = await visit.call(getProject, { id: visit.params.id ?? "" });
  const { defaultProjectId } = await visit.call(listProjects, {});
  // Work without a project lands in the owner's default project, which takes no limit: keys and agents have
  // their own.
  const isLimitable = project.role === "owner" && project.id !== defaultProjectId;
  return {
    title: project.name,
    body: html`${stateNote(visit.query, DONE)} ${filled === undefined ? null : refusalNote(filled)}
      ${project.description === null ? null : html`<p class="lead">${project.description}</p>`}
      <section class="card">
        <h2>Members</h2>
        <dl class="facts">
          ${members.map(
            ({ name, email, role }) =>
              html`<div>
                <dt>${name ?? email}</dt>
                <dd>${role}</dd>
              </div>`,
          )}
        </dl>
      </section>
      ${
        isLimitable
          ? html`<section class="card">
              <h2>What may be spent in it</h2>
              <p>The work of all members in this project uses your credits. Now: ${budgetUse(budget)}.</p>
              <form method="post" action="/projects/${project.id}/budget">
                ${budgetFields(budget ?? null, filled)}
                <p class="hint">An empty field is no limit. Days are UTC.</p>
                <p><button>Set the limits</button></p>
              </form>
            </section>`
          : null
      }
      <p><a href="/projects">All projects</a></p>`,
  };
}

const answerInvite = (verb: "accept" | "decline"): PageRoute =>
  ownPage("POST", `/projects/invites/:id/${verb}`, (visit) =>
    submit(
      visit,
      { kept: [], fields: [] },
      async () => {
        const inviteId = visit.params.id ?? "";
        await (verb === "accept"
          ? visit.call(acceptInvite, { inviteId })
          : visit.call(declineInvite, { inviteId }));
        return { to: `/projects?state=${verb === "accept" ? "joined" : "declined"}` };
      },
      (filled, { code }) => projectsPage(visit, filled, code),
    ),
  );

export const PROJECT_PAGES: readonly PageRoute[] = [
  ownPage("GET", "/projects", async (visit) => ({ page: await projectsPage(visit) })),
  ownPage("GET", "/projects/:id", async (visit) => ({ page: await projectPage(visit) })),
  answerInvite("accept"),
  answerInvite("decline"),
  ownPage("POST", "/projects/:id/budget", (visit) =>
    submit(
      visit,
      { kept: BUDGET_FIELDS, fields: BUDGET_FIELDS },
      async () => {
        const id = visit.params.id ?? "";
        await visit.call(updateProject, { id, budget: readBudget(visit.form) });
        return { to: `/projects/${id}?state=limited` };
      },
      (filled) => projectPage(visit, filled),
    ),
  ),
];
