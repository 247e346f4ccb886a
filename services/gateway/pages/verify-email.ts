import { resendVerification, verifyEmail } from "../../../contracts/identity.js";
import { type Filled, refusalNote, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { submit } from "./refusal.js";
import { openPage, ownPage, type PageRoute, type Visit } from "./visit.js";

/**
 * Makes the page of a mail's link, which asks before it confirms: programs that check mails open links, and
 * must not confirm anything.
 */
function verifyPage(visit: Visit, token: string, filled: Filled = UNFILLED): Page {
  const { auth, query } = visit;
  const state = query.get("state");
  const body =
    token !== "" && filled.refusal === null
      ? html`<div class="card">
            <p>
              Confirm that this e-mail address is yours. Its account may then spend credits and join projects.
            </p>
            <form method="post" action="/verify-email">
              <input type="hidden" name="token" value="${token}" />
              <button class="full">Confirm my address</button>
            </form>
          </div>
          <p class="soft">
            Somebody else made this account? Then <a href="/reset-password">set a new password</a> instead:
            that confirms the address too, and ends the sessions, API keys and connected agents of before.
          </p>`
      : state === "confirmed"
        ? html`<p role="status" class="done">Your e-mail address is confirmed.</p>
            <p><a class="button" href="${auth === null ? "/sign-in" : "/"}">Go on</a></p>`
        : auth?.isEmailVerified === true
          ? html`<p class="done">The address <strong>${auth.email}</strong> is confirmed.</p>`
          : another(visit, state === "sent");
  return { title: "Confirm your address", body: html`${refusalNote(filled)} ${body}` };
}

function another({ auth }: Visit, isSent: boolean): Html {
  if (auth === null)
    return html`<p>Open the link in the mail that we sent you. To have it sent again, sign in.</p>
      <p><a class="button" href="/sign-in?next=%2Fverify-email">Sign in</a></p>`;
  return html`${
      isSent ? html`<p role="status" class="done">The mail is on its way to ${auth.email}.</p>` : null
    }
    <div class="card">
      <p>Open the link in the mail to <strong>${auth.email}</strong>. It is good for three days.</p>
      <p class="soft">Nothing there? Look into the spam folder, or have it sent again.</p>
      <form method="post" action="/verify-email/resend">
        <button class="second">Send the mail again</button>
      </form>
    </div>`;
}

export const VERIFY_PAGES: readonly PageRoute[] = [
  openPage("GET", "/verify-email", (visit) => ({
    page: verifyPage(visit, visit.query.get("token") ?? ""),
  })),
  openPage("POST", "/verify-email", (visit) => {
    const token = visit.form.get("token") ?? "";
    return submit(
      visit,
      { kept: [], fields: [] },
      async () => {
        await visit.call(verifyEmail, { token });
        return { to: "/verify-email?state=confirmed" };
      },
      (filled) => verifyPage(visit, token, filled),
    );
  }),
  ownPage("POST", "/verify-email/resend", (visit) =>
    submit(
      visit,
      { kept: [], fields: [] },
      async () => {
        await visit.call(resendVerification, {});
        return { to: "/verify-email?state=sent" };
      },
      (filled) => verifyPage(visit, "", filled),
    ),
  ),
];
