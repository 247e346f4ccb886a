import { confirmPasswordReset, requestPasswordReset } from "../../../contracts/identity.js";
import { field, type Filled, refusalNote, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { submit } from "./refusal.js";
import { openPage, type PageRoute } from "./visit.js";

const TITLE = "Set a new password";

const askPage = (filled: Filled = UNFILLED): Page => ({
  title: TITLE,
  body: html`${refusalNote(filled)}
    <div class="card">
      <p>We send you a mail with a link to set a new password.</p>
      <form method="post" action="/reset-password">
        ${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", isFirst: true }, filled)}
        <button class="full">Send the mail</button>
      </form>
    </div>
    <p><a href="/sign-in">Back to sign-in</a></p>`,
});

/** Makes the page after a request, which is the same with and without an account (rules/identity 9). */
const sentPage = (): Page => ({
  title: TITLE,
  body: html`<p role="status" class="done">
      If there is an account with this address, a mail with a link is on its way. The link is good for an
      hour.
    </p>
    <p>Nothing there? Look into the spam folder, or <a href="/reset-password">ask again</a>.</p>`,
});

const confirmPage = (token: string, filled: Filled = UNFILLED): Page => ({
  title: TITLE,
  body: html`${refusalNote(filled)}
    ${filled.refusal === null ? null : html`<p><a href="/reset-password">Ask for a new mail</a></p>`}
    <div class="card">
      <form method="post" action="/reset-password/confirm">
        <input type="hidden" name="token" value="${token}" />
        ${field({ name: "password", label: "New password", type: "password", autocomplete: "new-password", hint: "8 to 200 characters. Several words make a good one.", isFirst: true }, filled)}
        <button class="full">Set the password</button>
      </form>
    </div>
    <p class="soft small">
      This signs all browsers out. It also ends the API keys and connected agents that were made while the
      address was not confirmed.
    </p>`,
});

export const RESET_PAGES: readonly PageRoute[] = [
  openPage("GET", "/reset-password", ({ query }) => {
    const token = query.get("token");
    if (token !== null && token !== "") return { page: confirmPage(token) };
    return { page: query.get("state") === "sent" ? sentPage() : askPage() };
  }),
  openPage("POST", "/reset-password", (visit) =>
    submit(
      visit,
      { kept: ["email"], fields: ["email"] },
      async () => {
        await visit.call(requestPasswordReset, { email: visit.form.get("email") ?? "" });
        return { to: "/reset-password?state=sent" };
      },
      askPage,
    ),
  ),
  openPage("POST", "/reset-password/confirm", (visit) => {
    const token = visit.form.get("token") ?? "";
    return submit(
      visit,
      { kept: [], fields: ["password"] },
      async () => {
        const password = visit.form.get("password") ?? "";
        await visit.call(confirmPasswordReset, { token, password });
        return { to: "/sign-in?state=reset", session: null };
      },
      (filled) => confirmPage(token, filled),
    );
  }),
];
