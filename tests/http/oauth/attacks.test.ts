import { createHash, randomUUID } from "node:crypto";
import test from "ava";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { countRefresh, REFRESHES, refreshLimits } from "../../../services/identity/oauth/refresh-limit.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { AUTHORIZATIONS, countBegun } from "../../../services/identity/oauth/begin-limit.js";
import { REGISTRATIONS } from "../../../services/identity/oauth/routes.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln({ TRUST_PROXY: "loopback" });
});
test.after.always(() => kiln?.stop());

const REDIRECT = "http://127.0.0.1:7777/callback";
const register = (metadata: object, headers: Record<string, string> = {}) =>
  fetch(`${kiln.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ redirect_uris: [REDIRECT], ...metadata }),
  });
const authorize = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(
    `${kiln.url}/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      redirect_uri: REDIRECT,
      state: "s",
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
      ...fields,
    }).toString()}`,
    { redirect: "manual", headers },
  );

test("an app may not call itself like this service, or in letters that look like it (rules/identity 48)", async (t) => {
  for (const name of [
    "Kiln",
    "kiln",
    "KILN Support",
    "K i l n",
    "Sign in to Kiln",
    "Kı1n",
    "Κιln",
    "Кіln",
    "Ｋｉｌｎ",
    "KΙLΝ",
    "ᴋɪʟɴ",
    "ꓗꓲꓡꓠ",
    "Ⲕⲓln",
    "🅺🅸🅻🅽",
    "🇰 🇮 🇱 🇳",
    "Ki\u00ADln",
    "Official Ki\u200Bln",
    `app at ${new URL(kiln.host.baseUrl).hostname}`,
  ]) {
    const answer = await register({ client_name: name });
    t.is(answer.status, 400, name);
    t.is(((await answer.json()) as { error: string }).error, "invalid_client_metadata", name);
  }
  for (const name of ["Pottery", "Kevin's linen", "Nikolai"])
    t.is((await register({ client_name: name })).status, 201, name);
});

test("what a registration leaves is small, and so is the number of sign-ins that a network begins (rules/running 23)", async (t) => {
  const long = (count: number) =>
    Array.from({ length: count }, (_, at) => `https://app.example/${"a".repeat(900)}${at}`);
  const tooMuch = await register({ redirect_uris: long(20) });
  t.is(tooMuch.status, 400);
  const refusal = (await tooMuch.json()) as { error: string; error_description: string };
  t.is(refusal.error, "invalid_redirect_uri");
  t.regex(refusal.error_description, /4000 characters together/);
  const home = await register({ client_uri: `https://app.example/${"a".repeat(3000)}` });
  t.is(((await home.json()) as { client_uri?: string }).client_uri, undefined);
  const { client_id: clientId } = (await (await register({ redirect_uris: long(3) })).json()) as {
    client_id: string;
  };
  const begin = (client: string) =>
    authorize({ client_id: clientId, redirect_uri: long(1)[0] ?? "" }, { "x-forwarded-for": client });
  t.is((await begin("203.0.113.9")).status, 303);
  for (let at = 1; at < AUTHORIZATIONS.limit; at += 1) t.is(await countBegun(kiln.host, "203.0.113.9"), 0);
  const last = await begin("203.0.113.9");
  t.is((await begin("203.0.113.10")).status, 303, "another network goes on");
  t.is(last.status, 429);
  t.true(Number(last.headers.get("retry-after")) > 0);
  t.regex(await last.text(), /Too many sign-ins of apps were begun from this network/);
});

test("the /48 of IPv6 addresses registers and begins ten times as much as a client, over all its /64s (rules/identity 54)", async (t) => {
  const fill = (name: string, count: number) =>
    kiln.host.transact(async (tx) => {
      const bucket = createHash("sha256").update(`${name}\n2001:db8:9::/48`).digest("hex");
      const expiresAt = Date.now() + 3600_000;
      const rows = Array.from({ length: count }, () => [randomUUID(), bucket, expiresAt]);
      for (let at = 0; at < count; at += 250) {
        const some = rows.slice(at, at + 250);
        const places = some.map(() => "(?, ?, ?)").join(", ");
        await tx.run(`INSERT INTO limited_uses (id, bucket, expiresAt) VALUES ${places}`, some.flat());
      }
    });
  const from = (network: string) => ({ "x-forwarded-for": `2001:db8:${network}::1` });
  await fill("oauth client", 10 * REGISTRATIONS.limit - 1);
  const registered = await register({}, from("9:1"));
  t.is(registered.status, 201);
  t.is((await register({}, from("9:2"))).status, 429);
  t.is((await register({}, from("a:1"))).status, 201, "another site goes on");
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  await fill("oauth authorizations", 10 * AUTHORIZATIONS.limit - 1);
  t.is((await authorize({ client_id: clientId }, from("9:1"))).status, 303);
  t.is((await authorize({ client_id: clientId }, from("9:2"))).status, 429);
  t.is((await authorize({ client_id: clientId }, from("a:1"))).status, 303, "another site goes on");
});

test("a token in the query opens nothing (RFC 6750)", async (t) => {
  const ann = await signUp(kiln.url);
  for (const name of ["access_token", "token", "key", "authorization"]) {
    const answer = await fetch(`${kiln.url}/mcp?${name}=${ann.key}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    t.is(answer.status, 401, name);
  }
});

test("an error is told on a page and sends nobody to an address that is not the client's: no open redirect", async (t) => {
  const { client_id: clientId } = (await (await register({})).json()) as { client_id: string };
  for (const fields of [
    { client_id: clientId, redirect_uri: "https://evil.example/cb" },
    { client_id: clientId, redirect_uri: "http://127.0.0.1:7777/callback/../evil" },
    { client_id: clientId, redirect_uri: "http://127.0.0.1:7777@evil.example/callback" },
    { client_id: "no-such-client", redirect_uri: "https://evil.example/cb" },
  ]) {
    const answer = await authorize(fields);
    t.is(answer.headers.get("location"), null, JSON.stringify(fields));
    t.is(answer.status, 400);
    t.regex(answer.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  }
});

test("a client's document is fetched through the guard: never from this machine or its network, by name or address (rules/identity 48)", async (t) => {
  for (const clientId of [
    "https://127.0.0.1/client.json",
    "https://localhost/client.json",
    "https://[::1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/client.json",
    "https://127.0.0.1.nip.io.invalid/client.json",
    "http://example.com/client.json",
  ]) {
    const answer = await authorize({ client_id: clientId });
    t.is(answer.headers.get("location"), null, clientId);
    t.true(answer.status >= 400 && answer.status < 500, `${clientId}: ${answer.status}`);
  }
});

test("what clients in browsers call may be read by scripts of any site, without cookies", async (t) => {
  const origin = "https://app.example";
  for (const path of ["/oauth/register", "/oauth/token", "/oauth/revoke"]) {
    const asked = await fetch(`${kiln.url}${path}`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    t.is(asked.status, 204, path);
    t.is(asked.headers.get("access-control-allow-origin"), "*");
    t.is(asked.headers.get("access-control-allow-credentials"), null);
    t.regex(asked.headers.get("access-control-allow-headers") ?? "", /content-type/);
  }
  const made = await register({ client_name: "In a browser" }, { origin });
  t.is(made.status, 201);
  t.is(made.headers.get("access-control-allow-origin"), "*");
  const token = await fetch(`${kiln.url}/oauth/token`, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=authorization_code&code=x&client_id=y",
  });
  t.true(token.status === 400 || token.status === 401);
  t.is(token.headers.get("access-control-allow-origin"), "*");
  t.is(
    (await fetch(`${kiln.url}/.well-known/oauth-authorization-server`)).headers.get(
      "access-control-allow-origin",
    ),
    "*",
  );
});

test.serial(
  "the agents of an account are refreshed 2,000 times a day together (rules/identity 55)",
  async (t) => {
    const accountId = randomUUID();
    const [ofAccount] = refreshLimits(randomUUID(), accountId).slice(-1);
    await kiln.host.transact(async (tx) => {
      for (let at = 0; at < REFRESHES.ofAccount.limit; at += 1)
        await takeUses(tx, ofAccount ? [ofAccount] : []);
    });
    t.true((await countRefresh(kiln.host, { grantId: randomUUID(), accountId })) > 3600_000);
    t.is(await countRefresh(kiln.host, { grantId: randomUUID(), accountId: randomUUID() }), 0);
  },
);

test.serial(
  "a registration leaves the row of its client, which ends when nobody uses it, and no other (rules/identity 48)",
  async (t) => {
    const before = await kiln.host.read.count(OauthRecord, {});
    const answer = await register({});
    t.is(answer.status, 201);
    t.deepEqual(
      Object.keys((await answer.json()) as object).filter((key) => key.startsWith("registration_")),
      [],
    );
    t.is(await kiln.host.read.count(OauthRecord, { kind: "RegistrationAccessToken" }), 0);
    t.is(await kiln.host.read.count(OauthRecord, {}), before + 1);
  },
);
