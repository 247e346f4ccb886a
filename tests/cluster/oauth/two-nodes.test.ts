import { createHash, randomBytes } from "node:crypto";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { freePort } from "../../helpers/free-port.js";
import { OauthBrowser } from "../../helpers/oauth-browser.js";
import { openSite } from "../../helpers/open-site.js";

test("two nodes on one database share one flow, and a rolling restart in the middle breaks none (rules/identity 37)", async (t) => {
  const ports = [await freePort(), await freePort()];
  const site = await openSite({ BASE_URL: `http://localhost:${ports[0]}` });
  t.teardown(() => site.close());
  let one = await site.start({ PORT: String(ports[0]) });
  let other = await site.start({ PORT: String(ports[1]) });
  const ann = await signUp(one.url);
  const redirect = "http://127.0.0.1:7777/callback";
  const registered = await fetch(`${one.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirect] }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirect,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const browser = new OauthBrowser(one.url);
  const page = await browser.open(`/oauth/authorize?${query.toString()}`);
  browser.base = other.url;
  const consent = await browser.submit(page.html, {
    do: "sign-in",
    email: ann.email,
    password: ann.password,
  });
  // A rolling restart stops each node once while the flow is under way.
  await one.stop();
  one = await site.start({ PORT: String(ports[0]) });
  browser.base = one.url;
  const { location } = await browser.submit(consent.html, { do: "allow" });
  await other.stop();
  other = await site.start({ PORT: String(ports[1]) });
  const token = (base: string, fields: Record<string, string>) =>
    fetch(`${base}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
    });
  const answer = await token(other.url, {
    grant_type: "authorization_code",
    code: location?.searchParams.get("code") ?? "",
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  t.is(answer.status, 200);
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  // The token is renewed at both nodes at once: at most one renewal succeeds, and then the family is revoked.
  const renewals = await Promise.all(
    [one.url, other.url, one.url, other.url].map((base) =>
      token(base, { grant_type: "refresh_token", refresh_token: tokens.refresh_token }),
    ),
  );
  const renewed = await Promise.all(
    renewals.map((each) => each.json() as Promise<{ access_token?: string }>),
  );
  for (const bearer of [tokens.access_token, ...renewed.flatMap((each) => each.access_token ?? [])]) {
    const status = await fetch(`${one.url}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    t.is(status.status, 401);
  }
});
