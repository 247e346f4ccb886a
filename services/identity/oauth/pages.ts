import { field, type Filled, refusalNote, UNFILLED } from "../../../runtime/http/pages/field.js";
import { framedPage } from "../../../runtime/http/pages/frame.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import { credits } from "../../../runtime/http/pages/words.js";
import { grantFields, type PayingProject } from "./grant-fields.js";
import { rightsList } from "./scope-words.js";

export interface Asking {
  /** Path that the forms are posted to. */
  action: string;
  csrf: string;
  clientName: string | null;
  /** Host that the person is sent back to: the only fact about an app that the app cannot invent. */
  returnsTo: string;
  /** True when anybody may make an account on this deployment. */
  isOpen: boolean;
  canBuy: boolean;
}

/** The account that an app would act for, and the credits that it could spend. */
export interface Payer {
  email: string;
  /** Remaining credits; null when the balance cannot be read now. */
  remainingCredits: number | null;
  /** Projects of the account; in projects of others their owners pay for the work. */
  projects: readonly PayingProject[];
}

/** Renders the sign-in on the way to the consent. */
export const signInPage = (asking: Asking, filled: Filled = UNFILLED): string =>
  framedPage({
    title: "Sign in",
    isRefusal: filled.refusal !== null,
    body: html`${appOf(asking)} ${refusalNote(filled)}
      <div class="card">
        <form method="post" action="${asking.action}">
          <input type="hidden" name="csrf" value="${asking.csrf}" />
          <input type="hidden" name="do" value="sign-in" />
          ${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", isFirst: true }, filled)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, filled)}
          <button class="full">Sign in</button>
        </form>
      </div>
      <p><a href="/reset-password">I do not know my password</a></p>
      ${
        asking.isOpen
          ? html`<p>
              No account yet? <a href="/sign-up?next=${encodeURIComponent(asking.action)}">Sign up</a>
            </p>`
          : null
      }`,
  });

/** Renders the consent page: the app's rights, the payer, the limits, and the two answers. */
export const consentPage = (
  asking: Asking,
  payer: Payer,
  scopes: readonly string[],
  filled: Filled = UNFILLED,
): string =>
  framedPage({
    title: "Connect an app",
    isRefusal: filled !== UNFILLED,
    body: html`${appOf(asking)} ${refusalNote(filled)}
      <form method="post" action="${asking.action}">
        <input type="hidden" name="csrf" value="${asking.csrf}" />
        <section class="card">
          <h2>What it may do</h2>
          <p>It acts for <strong>${payer.email}</strong>. With that account it</p>
          ${rightsList(scopes)}
          <p class="soft">
            ${asking.canBuy ? "It can never make API keys, buy anything or change the account." : "It can never make API keys or change the account."}
          </p>
        </section>
        <section class="card">
          <h2>What it may spend</h2>
          ${payerOf(payer)} ${grantFields({ budget: null, projects: payer.projects }, filled)}
          <p class="hint">An empty field is no limit. Days are UTC. You can change this at any time.</p>
        </section>
        <p class="actions">
          <button name="do" value="allow">Allow</button>
          <button class="second" name="do" value="deny" formnovalidate>Refuse</button>
        </p>
      </form>
      <p class="soft">You can end its access at any time under <a href="/agents">connected agents</a>.</p>
      <p><a href="${asking.action}?other=1">Use another account</a></p>`,
  });

function payerOf({ remainingCredits, projects }: Payer): Html {
  const others = projects.flatMap(({ name, payer }) => (payer === null ? [] : { name, payer }));
  return html`<p>
      Its work uses the credits of this
      account${remainingCredits === null ? null : html`: <strong>${credits(remainingCredits)}</strong> are left`}.
      ${others.length === 0 ? null : "In a project of somebody else it uses those of the project's owner:"}
    </p>
    ${
      others.length === 0
        ? null
        : html`<ul>
            ${others.map(({ name, payer }) => html`<li>${name} <span class="soft">(${payer})</span></li>`)}
          </ul>`
    }`;
}

/** Renders a page for a request that cannot go on; the browser is not redirected. */
export const oauthErrorPage = (message: string): string =>
  framedPage({
    title: "This cannot go on",
    isRefusal: true,
    body: html`<p role="alert" class="failed">${message}</p>
      <p>Go back to the app and begin again.</p>`,
  });

function appOf({ clientName, returnsTo }: Asking): Html {
  return html`<p>
      An app that connects through <strong>${returnsTo}</strong>
      ${clientName === null ? null : html`and calls itself <q>${clientName}</q>`} wants to connect to Kiln.
    </p>
    <p class="note">
      The name is the app's own words; nobody has checked it. Go on only if you have just begun this yourself
      in an app that you trust.
    </p>`;
}
