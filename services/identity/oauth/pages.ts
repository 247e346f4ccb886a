import { html, type Html } from "../../../runtime/html.js";
import { framedPage } from "../../../runtime/page-frame.js";

/** What each area lets an app do, in plain words (spec: Authentication 6). */
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
  account: "your profile, plan and usage",
};

export interface Asking {
  /** Where the forms go. */
  action: string;
  csrf: string;
  clientName: string | null;
  /** The host that the person is sent back to: the only thing about an app that nobody can make up. */
  returnsTo: string;
}

/** Sign-in on the way to consent. */
export const signInPage = (asking: Asking, refusal: string | null = null): string =>
  page(
    "Sign in",
    html`${appOf(asking)} ${refusal === null ? null : html`<p role="alert" class="failed">${refusal}</p>`}
      <form method="post" action="${asking.action}">
        <input type="hidden" name="csrf" value="${asking.csrf}" />
        <input type="hidden" name="do" value="sign-in" />
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required autofocus />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </form>`,
  );

/** What the app may do, who pays, and the two answers. */
export const consentPage = (asking: Asking, email: string, scopes: readonly string[]): string =>
  page(
    "Connect an app",
    html`${appOf(asking)}
      <p>It asks to act for <strong>${email}</strong>. It may</p>
      <ul>
        ${scopes.map(sentenceOf)}
      </ul>
      <p class="note">
        What it generates is paid by this account, or by the owner of the shared project that it names. It can
        never make API keys, buy anything or change the account. You can end its access at any time.
      </p>
      <form method="post" action="${asking.action}">
        <input type="hidden" name="csrf" value="${asking.csrf}" />
        <button type="submit" name="do" value="allow">Allow</button>
        <button type="submit" name="do" value="deny">Refuse</button>
      </form>
      <p><a href="${asking.action}?other=1">Use another account</a></p>`,
  );

/** What cannot go on; nobody is sent anywhere. */
export const oauthErrorPage = (message: string): string =>
  page(
    "This cannot go on",
    html`<p role="alert" class="failed">${message}</p>
      <p>Go back to the app and begin again.</p>`,
  );

function appOf({ clientName, returnsTo }: Asking): Html {
  return html`<p>
      An app that connects through <strong>${returnsTo}</strong>
      ${clientName === null ? null : html`and calls itself <q>${clientName}</q>`} wants to connect to Kiln.
    </p>
    <p>
      The name is the app's own words; nobody has checked it. Go on only if you have just begun this yourself
      in an app that you trust.
    </p>`;
}

function sentenceOf(scope: string): Html {
  const [area = "", access] = scope.split(":");
  return html`<li>${access === "rw" ? "read and change" : "read"} ${WORDS[area] ?? area}</li>`;
}

const page = (title: string, body: Html): string => framedPage(title, body, STYLE);

const STYLE = html`label,input{display:block;font:inherit}
input{width:100%;box-sizing:border-box;padding:.5rem;margin-block:.2rem 1rem} button{margin-inline-end:.5rem}`;
