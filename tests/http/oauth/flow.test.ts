import { createHash, randomBytes, randomUUID } from "node:crypto";
import test from "ava";
import { MoreThan } from "typeorm";
import { LimitedUse } from "../../../entities/limited-use.js";
import { OauthRecord } from "../../../entities/oauth-record.js";
import { countRefresh, REFRESHES } from "../../../services/identity/oauth/refresh-limit.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { OauthBrowser } from "../../helpers/oauth-browser.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const REDIRECT = "http://127.0.0.1:7777/callback";
const form = (path: string, fields: Record<string, string>) =>
  fetch(`${kiln.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const register = (metadata: object) =>
  fetch(`${kiln.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });

async function makeClient(uris = [REDIRECT], name = "Test agent"): Promise<string> {
  const answer = await register({ redirect_uris: uris, client_name: name });
  return ((await answer.json()) as { client_id: string }).client_id;
}

interface Begun {
  clientId: string;
  verifier: string;
  url: string;
}
function begin(clientId: string, change: Record<string, string | null> = {}): Begun {
  const verifier = randomBytes(32).toString("base64url");
  const fields: Record<string, string | null> = {
    client_id: clientId,
    response_type: "code",
    redirect_uri: REDIRECT,
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${kiln.host.baseUrl}/mcp`,
    ...change,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return { clientId, verifier, url: `/oauth/authorize?${new URLSearchParams(given).toString()}` };
}
const exchange = (begun: Begun, code: string, change: Record<string, string> = {}) =>
  form("/oauth/token", {
    grant_type: "authorization_code",
    client_id: begun.clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: begun.verifier,
    ...change,
  });
interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  token_type: string;
}
const refresh = (clientId: string, token: string) =>
  form("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token });

async function codeFor(begun: Begun, person = ann): Promise<string> {
  const location = await new OauthBrowser(kiln.url).allow(begun.url, person);
  return location.searchParams.get("code") ?? "";
}
async function tokensFor(person = ann, change: Record<string, string | null> = {}) {
  const begun = begin(await makeClient(), change);
  const answer = await exchange(begun, await codeFor(begun, person));
  return { clientId: begun.clientId, tokens: (await answer.json()) as Tokens };
}
const ping = (token: string) =>
  fetch(`${kiln.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
const opens = async (token: string) => (await ping(token)).status;

test("discovery says what is served (rules/identity 33; RFC 8414, 9728)", async (t) => {
  const { baseUrl } = kiln.host;
  const server = (await (await fetch(`${kiln.url}/.well-known/oauth-authorization-server`)).json()) as object;
  t.like(server, {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
  for (const path of ["", "/mcp"]) {
    const answer = await fetch(`${kiln.url}/.well-known/oauth-protected-resource${path}`);
    t.like(await answer.json(), { resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] });
  }
  const challenge = (await ping("nothing")).headers.get("www-authenticate") ?? "";
  t.regex(challenge, /resource_metadata="/);
});

test("registration takes public clients with https or loopback addresses, and refuses others (rules/identity 33 and 34)", async (t) => {
  for (const uri of [
    "https://app.example.com/cb",
    "http://localhost:1234/cb",
    "http://127.0.0.1/cb",
    "http://[::1]:9/cb",
  ]) {
    const answer = await register({ redirect_uris: [uri], token_endpoint_auth_method: "client_secret_post" });
    t.is(answer.status, 201, uri);
    const client = (await answer.json()) as Record<string, unknown>;
    t.is(client.token_endpoint_auth_method, "none");
    t.is(client.client_secret, undefined);
  }
  for (const uri of [
    "http://evil.example.com/cb",
    "javascript:alert(1)",
    "com.example.app:/cb",
    "http://localhost.evil.com/cb",
    "https://app.example.com/cb#x",
    "https://user:pw@app.example.com/cb",
    "http://127.0.0.2/cb",
    "nonsense",
  ]) {
    const answer = await register({ redirect_uris: [uri] });
    t.is(answer.status, 400, uri);
    t.is(((await answer.json()) as { error: string }).error, "invalid_redirect_uri", uri);
  }
  for (const body of [{}, { redirect_uris: [] }, [], { redirect_uris: "x" }])
    t.is((await register(body)).status, 400);
});

test("sign-in, consent, code, token and refresh; tokens open /mcp and nothing else (rules/identity 36)", async (t) => {
  const begun = begin(await makeClient(), { redirect_uri: "http://127.0.0.1:50123/callback" });
  const location = await new OauthBrowser(kiln.url).allow(begun.url, ann);
  t.is(location.origin, "http://127.0.0.1:50123", "any port on the loopback");
  t.is(location.searchParams.get("iss"), kiln.host.baseUrl);
  t.is(location.searchParams.get("state"), "s");
  const answer = await exchange(begun, location.searchParams.get("code") ?? "", {
    redirect_uri: "http://127.0.0.1:50123/callback",
  });
  t.is(answer.status, 200);
  t.is(answer.headers.get("cache-control"), "no-store");
  const tokens = (await answer.json()) as Tokens;
  t.regex(tokens.access_token, /^svc_at_/);
  t.regex(tokens.refresh_token, /^svc_rt_/);
  t.is(tokens.expires_in, 3600);
  const scopes = tokens.scope.split(" ");
  t.is(scopes.length, 12);
  t.true(scopes.includes("account:read") && scopes.includes("content:rw"));
  t.false(scopes.includes("account:rw"));
  t.is(await opens(tokens.access_token), 200);
  const asBearer = new Client(kiln.url).with({ authorization: `Bearer ${tokens.access_token}` });
  t.is((await asBearer.get("/v1/account")).status, 401);
  const inQuery = await fetch(`${kiln.url}/mcp?access_token=${tokens.access_token}`, { method: "POST" });
  t.is(inQuery.status, 401, "a token in an address is none");
  const renewed = (await (await refresh(begun.clientId, tokens.refresh_token)).json()) as Tokens;
  t.is(await opens(renewed.access_token), 200);
  t.not(renewed.refresh_token, tokens.refresh_token);
  const stored = JSON.stringify(await kiln.host.read.find(OauthRecord, {}));
  for (const secret of [tokens.access_token, tokens.refresh_token, renewed.access_token])
    t.false(stored.includes(secret), "only hashes are stored");
  const agent = await connectAgent(kiln.url, tokens.access_token);
  t.truthy(await callTool(agent, "get_credits", {}));
  await agent.close();
});

test("what is granted is what was asked for, without account:rw and unknown scopes (rules/identity 35)", async (t) => {
  const { tokens } = await tokensFor(ann, { scope: "media:read account:rw nonsense:rw account:read" });
  t.deepEqual(tokens.scope.split(" ").toSorted(), ["account:read", "media:read"]);
  const list = (await (await ping(tokens.access_token)).json()) as { result: { tools: { name: string }[] } };
  const names = list.result.tools.map(({ name }) => name);
  t.true(names.includes("list_assets") && names.includes("get_credits"));
  t.false(names.includes("upload_asset") || names.includes("generate"));
});

test("consent is asked every time, says whom it is for, and cannot be framed or forged (rules/identity 38)", async (t) => {
  const browser = new OauthBrowser(kiln.url);
  const clientId = await makeClient([REDIRECT], "Pottery <script>alert(1)</script>\u202e");
  await browser.allow(begin(clientId).url, ann);
  const again = await browser.open(begin(clientId).url);
  t.is(again.location, null, "the second time too");
  t.true(again.html.includes(ann.email) && again.html.includes("127.0.0.1:7777"));
  t.false(again.html.includes("<script"));
  t.false(again.html.includes("\u202e"));
  const { headers } = again.response;
  t.is(headers.get("x-frame-options"), "DENY");
  t.regex(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  t.is(headers.get("cache-control"), "no-store");
  t.is((await browser.submit(again.html, { do: "allow", csrf: "x" })).response.status, 403);
  const foreign = await browser.submit(again.html, { do: "allow" }, { origin: "https://evil.example.com" });
  t.is(foreign.response.status, 403);
  const other = new OauthBrowser(kiln.url);
  t.is((await other.submit(again.html, { do: "allow" })).response.status, 400, "another browser's");
  const refused = await browser.submit(again.html, { do: "deny" });
  t.is(refused.location?.searchParams.get("error"), "access_denied");
});

test("a wrong password is told on the page, and signs nobody in (rules/identity 6)", async (t) => {
  const browser = new OauthBrowser(kiln.url);
  const page = await browser.open(begin(await makeClient()).url);
  const wrong = await browser.submit(page.html, { do: "sign-in", email: ann.email, password: "wrong" });
  t.is(wrong.response.status, 401);
  t.true(wrong.html.includes("The e-mail address or the password is wrong."));
  t.is((await browser.submit(wrong.html, { do: "allow" })).location, null);
});

test("what is wrong with a request is refused: PKCE, redirect, client, resource, type (rules/identity 33 and 34)", async (t) => {
  const clientId = await makeClient(["https://app.example.com/cb"]);
  const errorOf = async (change: Record<string, string | null>) => {
    const at = { redirect_uri: "https://app.example.com/cb", ...change };
    const { response, location } = await new OauthBrowser(kiln.url).open(begin(clientId, at).url);
    const inHash = new URLSearchParams(location?.hash.slice(1)).get("error");
    const { origin = "" } = location ?? {};
    if (location !== null) t.is(origin, "https://app.example.com");
    return location?.searchParams.get("error") ?? inHash ?? response.status;
  };
  t.is(await errorOf({ code_challenge: null, code_challenge_method: null }), "invalid_request");
  t.is(await errorOf({ code_challenge_method: "plain" }), "invalid_request");
  t.is(await errorOf({ resource: "https://other.example.com/mcp" }), "invalid_target");
  t.is(await errorOf({ response_type: "token" }), "unsupported_response_type");
  for (const mode of ["fragment", "form_post", "web_message", "x"])
    t.is(await errorOf({ response_mode: mode }), "unsupported_response_mode", mode);
  t.is(await errorOf({ response_mode: "query" }), 200);
  t.is(await errorOf({ redirect_uri: "https://evil.example.com/cb" }), 400, "nobody is sent there");
  t.is(await errorOf({ redirect_uri: "https://app.example.com/cb/../evil" }), 400);
  t.is(await errorOf({ client_id: "nobody" }), 400);
});

test("a code is good once, for its client, verifier and address; a replay ends the family (rules/identity 37)", async (t) => {
  const begun = begin(await makeClient());
  const code = await codeFor(begun);
  const stranger = await makeClient();
  const changes: Record<string, string>[] = [
    { code_verifier: randomBytes(32).toString("base64url") },
    { redirect_uri: "http://127.0.0.1:7777/other" },
    { client_id: stranger },
  ];
  for (const change of changes) {
    const fresh = await codeFor(begun);
    t.is((await exchange(begun, fresh, change)).status, 400, JSON.stringify(change));
  }
  const tokens = (await (await exchange(begun, code)).json()) as Tokens;
  t.is(await opens(tokens.access_token), 200);
  t.is((await exchange(begun, code)).status, 400);
  t.is(await opens(tokens.access_token), 401);
  t.is((await refresh(begun.clientId, tokens.refresh_token)).status, 400);
});

test("of a code, or a refresh token, that is used many times at once nothing stays good (rules/identity 37)", async (t) => {
  const begun = begin(await makeClient());
  const code = await codeFor(begun);
  const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(begun, code)));
  for (const answer of answers) {
    const { access_token: token } = (await answer.json()) as Partial<Tokens>;
    if (token !== undefined) t.is(await opens(token), 401);
    else t.is(answer.status, 400);
  }
  const { clientId, tokens } = await tokensFor();
  const renewals = await Promise.all([1, 2, 3, 4].map(() => refresh(clientId, tokens.refresh_token)));
  for (const answer of renewals) {
    const { access_token: token } = (await answer.json()) as Partial<Tokens>;
    if (token !== undefined) t.is(await opens(token), 401);
  }
  t.is(await opens(tokens.access_token), 401);
});

test("a refresh token used twice ends its family; another client's is refused (rules/identity 36 and 37)", async (t) => {
  const { clientId, tokens } = await tokensFor();
  t.is((await refresh(await makeClient(), tokens.refresh_token)).status, 400);
  const second = (await (await refresh(clientId, tokens.refresh_token)).json()) as Tokens;
  t.is(await opens(second.access_token), 200);
  t.is((await refresh(clientId, tokens.refresh_token)).status, 400);
  t.is(await opens(second.access_token), 401);
  t.is((await refresh(clientId, second.refresh_token)).status, 400);
});

test.serial(
  "an agent's access is refreshed 60 times an hour at most, and the token that came too often stays good (rules/identity 55)",
  async (t) => {
    const person = await signUp(kiln.url);
    const { clientId, tokens } = await tokensFor(person);
    const { id: accountId } = person;
    const grantId = (await person.api.get("/v1/oauth/grants")).body.grants[0].id as string;
    const second = (await (await refresh(clientId, tokens.refresh_token)).json()) as Tokens;
    for (let at = 1; at < REFRESHES.ofGrant[0].limit; at += 1)
      t.is(await countRefresh(kiln.host, { grantId, accountId }), 0);
    const refused = await refresh(clientId, second.refresh_token);
    t.is(refused.status, 429);
    t.true(Number(refused.headers.get("retry-after")) > 3000);
    const told = (await refused.json()) as { error: string; error_description: string };
    t.is(told.error, "temporarily_unavailable");
    t.regex(told.error_description, /^The access of this agent was refreshed too often; .* in \d+ s\.$/);
    t.is(await opens(second.access_token), 200, "the agent is still connected");
    t.is(
      await countRefresh(kiln.host, { grantId: randomUUID(), accountId }),
      0,
      "another agent has its own limit",
    );
    await kiln.host.transact((tx) => tx.delete(LimitedUse, { expiresAt: MoreThan(0) }));
    t.is((await refresh(clientId, second.refresh_token)).status, 200);
  },
);

test("an account sees and ends its connected agents, and nobody else's (rules/identity 45)", async (t) => {
  const [person, stranger] = [await signUp(kiln.url), await signUp(kiln.url)];
  const { clientId, tokens } = await tokensFor(person, { scope: "media:rw" });
  const { body } = await person.api.get("/v1/oauth/grants");
  t.is(body.total, 1);
  t.like(body.grants[0], { clientId, clientName: "Test agent", scopes: ["media:rw"] });
  const path = `/v1/oauth/grants/${body.grants[0].id}`;
  t.is((await stranger.api.delete(path)).status, 404);
  t.is((await stranger.api.get("/v1/oauth/grants")).body.total, 0);
  t.is(await opens(tokens.access_token), 200);
  t.deepEqual((await person.api.delete(path)).body, { ok: true });
  t.is(await opens(tokens.access_token), 401);
  t.is((await refresh(clientId, tokens.refresh_token)).status, 400);
  t.is((await person.api.delete(path)).status, 404);
});

test("a tool that the token's scopes do not open is 403 insufficient_scope, with the scopes to ask for (rules/identity 29)", async (t) => {
  const { tokens } = await tokensFor(ann, { scope: "media:read" });
  const call = (name: string) =>
    fetch(`${kiln.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: {} } }),
    });
  const refused = await call("list_models");
  t.is(refused.status, 403);
  t.deepEqual(
    await refused.json(),
    { jsonrpc: "2.0", id: 7, error: { code: -32602, message: "Unknown tool: list_models" } },
    "a tool out of scope is unknown (rules/mcp 3)",
  );
  const challenge = refused.headers.get("www-authenticate") ?? "";
  t.regex(
    challenge,
    /^Bearer error="insufficient_scope", scope="media:read generation:read", resource_metadata="/,
  );
  t.is((await call("nonsense")).status, 200, "nobody's tool");
  t.is((await call("list_assets")).status, 200);
});

test("a password reset ends agents that were connected while the address was unverified (rules/identity 10)", async (t) => {
  const person = await signUp(kiln.url);
  const { tokens } = await tokensFor(person);
  const anonymous = new Client(kiln.url);
  const reset = async () => {
    await anonymous.post("/v1/auth/password-reset", { email: person.email });
    const token = (await readMails(kiln.host.config.dataDir, person.email)).at(-1)?.token;
    const answer = await anonymous.post("/v1/auth/password-reset/confirm", {
      token,
      password: person.password,
    });
    t.is(answer.status, 200);
  };
  t.is(await opens(tokens.access_token), 200);
  await reset();
  t.is(await opens(tokens.access_token), 401);
  const later = await tokensFor(person);
  await reset();
  t.is(await opens(later.tokens.access_token), 200, "made while it was verified");
});
