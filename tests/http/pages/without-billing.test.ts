import test from "ava";
import { signUp } from "../../helpers/client.js";
import { OauthBrowser } from "../../helpers/oauth-browser.js";
import { authorizeUrl } from "../../helpers/page-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("with BILLING=off and SIGNUP=invite no page speaks of paying, and sign-up says whom it is for (rules/billing 31; rules/identity 3)", async (t) => {
  const kiln = await startKiln({
    BILLING: "off",
    SIGNUP: "invite",
    OPERATOR_EMAIL: "op@example.com",
    OPERATOR_PASSWORD: "operators password",
  });
  try {
    const browser = new OauthBrowser(kiln.url);
    const open = async (path: string) => (await browser.open(path)).html;
    const seen = [await open("/"), await open("/sign-in"), await open("/sign-up")];
    t.regex(seen[2] ?? "", /by invite only/);
    await t.throwsAsync(signUp(kiln.url), { message: /invite/ });
    const form = { email: "op@example.com", password: "operators password", next: "/billing" };
    const send = (path: string, fields: Record<string, string>) =>
      browser.send(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
    const refused = await send("/sign-up", {
      email: "stranger@example.com",
      password: "correct horse battery",
    });
    t.is(refused.status, 403);
    t.regex(await refused.text(), /ask the owner of a project to invite this address/);
    t.is((await send("/sign-in", form)).headers.get("location"), "/billing");
    for (const path of [
      "/",
      "/billing",
      "/billing?checkout=paid",
      "/library",
      "/projects",
      "/agents",
      "/verify-email",
    ])
      seen.push(await open(path));
    seen.push(await open(await authorizeUrl(kiln, "App")));
    for (const page of seen) {
      t.notRegex(
        page,
        /\b(pays?|payment|purchase|top-?up|buy|plan|price|dollars|checkout|billing<)\b/i,
        page.slice(0, 400),
      );
    }
    t.is((await send("/billing/topup", { dollars: "10" })).status, 403);
  } finally {
    await kiln.stop();
  }
});
