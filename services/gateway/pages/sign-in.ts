import { signIn, signOut } from "../../../contracts/identity.js";
import { field, type Filled, refusalNote, UNFILLED } from "../../../runtime/http/pages/field.js";
import { html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { isOpen } from "./bar.js";
import { nextPath, withNext } from "./next-path.js";
import { submit } from "./refusal.js";
import { openPage, type PageRoute, type Visit } from "./visit.js";

function signInPage(visit: Visit, next: string, filled: Filled = UNFILLED): Page {
  return {
    title: "Sign in",
    body: html`${
        visit.query.get("state") === "reset"
          ? html`<p role="status" class="done">The new password is set. Sign in with it.</p>`
          : null
      }
      ${refusalNote(filled)}
      <div class="card">
        <form method="post" action="/sign-in">
          <input type="hidden" name="next" value="${next}" />
          ${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", isFirst: true }, filled)}
          ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" }, filled)}
          <button class="full">Sign in</button>
        </form>
      </div>
      <p><a href="/reset-password">I do not know my password</a></p>
      ${isOpen(visit.host) ? html`<p>No account yet? <a href="${withNext("/sign-up", next)}">Sign up</a></p>` : null}`,
  };
}

export const SIGN_IN_PAGES: readonly PageRoute[] = [
  openPage("GET", "/sign-in", (visit) => {
    const next = nextPath(visit.query.get("next"));
    return visit.auth === null ? { page: signInPage(visit, next) } : { to: next };
  }),
  openPage("POST", "/sign-in", (visit) => {
    const next = nextPath(visit.form.get("next"));
    return submit(
      visit,
      { kept: ["email"], fields: ["email", "password"] },
      async () => {
        const given = { email: visit.form.get("email") ?? "", password: visit.form.get("password") ?? "" };
        const { session } = await visit.call(signIn, given);
        return { to: next, session: session ?? null };
      },
      (filled) => signInPage(visit, next, filled),
    );
  }),
  openPage("POST", "/sign-out", async (visit) => {
    if (visit.auth !== null) await visit.call(signOut, {});
    return { to: "/", session: null };
  }),
];
