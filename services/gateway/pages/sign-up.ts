import { signUp } from "../../../contracts/identity.js";
import { field, type Filled, refusalNote, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { isOpen } from "./bar.js";
import { nextPath, withNext } from "./next-path.js";
import { refusalPage, submit } from "./refusal.js";
import { openPage, type PageRoute, type Visit } from "./visit.js";

function signUpPage({ host }: Visit, next: string, filled: Filled = UNFILLED): Page {
  const isByInvite = host.config.signup === "invite";
  return {
    title: "Sign up",
    body: html`${refusalNote(filled)}
      ${
        isByInvite
          ? html`<p class="note">
              Sign-up is by invite only here: use the address to which the invite was sent.
            </p>`
          : null
      }
      <div class="card">
        <form method="post" action="/sign-up">
          <input type="hidden" name="next" value="${next}" />
          ${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", maxLength: 191, isFirst: true }, filled)}
          ${field({ name: "name", label: "Name", autocomplete: "name", isOptional: true, maxLength: 200, hint: "Members of your projects see it." }, filled)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "new-password", hint: "8 to 200 characters. Several words make a good one." }, filled)}
          <button class="full">Sign up</button>
        </form>
      </div>
      <p>Have an account already? <a href="${withNext("/sign-in", next)}">Sign in</a></p>`,
  };
}

const closedPage = (next: string): Page =>
  refusalPage(
    "Sign up",
    "Sign-up is closed here.",
    html`<p><a href="${withNext("/sign-in", next)}">Sign in</a> if you have an account.</p>`,
  );

export const SIGN_UP_PAGES: readonly PageRoute[] = [
  openPage("GET", "/sign-up", (visit) => {
    const next = nextPath(visit.query.get("next"));
    if (visit.auth !== null) return { to: next };
    return isOpen(visit.host) ? { page: signUpPage(visit, next) } : { page: closedPage(next), status: 403 };
  }),
  openPage("POST", "/sign-up", (visit) => {
    const { form } = visit;
    const next = nextPath(form.get("next"));
    return submit(
      visit,
      {
        kept: ["email", "name"],
        fields: ["email", "name", "password"],
        places: { conflict: "email" },
      },
      async () => {
        const { session } = await visit.call(signUp, {
          email: form.get("email") ?? "",
          password: form.get("password") ?? "",
          name: form.get("name") || null,
        });
        return { to: next, session: session ?? null };
      },
      (filled) => (isOpen(visit.host) ? signUpPage(visit, next, filled) : closedPage(next)),
    );
  }),
];
