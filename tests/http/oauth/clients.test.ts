import test from "ava";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import * as oauth from "oauth4webapi";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { OauthBrowser } from "../../helpers/oauth-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const REDIRECT = "http://localhost:7777/callback";

test("the official MCP client connects with one address: discovery, registration, sign-in, token, refresh (rules/identity 33)", async (t) => {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; url?: URL } =
    {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT], client_name: "Official" },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.url = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
  };
  const address = new URL(`${kiln.host.baseUrl}/mcp`);
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
    const client = new McpClient({ name: "test", version: "1" });
    await client.connect(transport);
    return client;
  };
  await t.throwsAsync(connect(), { instanceOf: UnauthorizedError });
  const location = await new OauthBrowser(kiln.url).allow(kept.url?.href ?? "", ann);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
  await transport.finishAuth(location.searchParams.get("code") ?? "");
  const client = await connect();
  const { tools } = await client.listTools();
  t.true(tools.some(({ name }) => name === "generate"));
  await client.close();
  // An expired access token is renewed on the way, without the person.
  const before = kept.tokens?.refresh_token;
  kept.tokens = { ...(kept.tokens as OAuthTokens), access_token: "svc_at_over" };
  const again = await connect();
  t.true((await again.listTools()).tools.length > 0);
  t.not(kept.tokens?.refresh_token, before);
  await again.close();
});

test("an independent OAuth client completes the flow, issuer and resource checked (rules/identity 33; RFC 9207, 8707)", async (t) => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(kiln.host.baseUrl);
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const registered = await oauth.dynamicClientRegistrationRequest(
    server,
    { redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    insecure,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    state,
    scope: "media:read content:rw",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: `${kiln.host.baseUrl}/mcp`,
  }).toString();
  const location = await new OauthBrowser(kiln.url).allow(url.href, ann);
  const params = oauth.validateAuthResponse(server, client, location, state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    params,
    REDIRECT,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
  t.is(tokens.scope, "media:read content:rw");
  const renewal = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    tokens.refresh_token ?? "",
    insecure,
  );
  const renewed = await oauth.processRefreshTokenResponse(server, client, renewal);
  t.regex(renewed.access_token, /^svc_at_/);
  const called = await oauth.protectedResourceRequest(
    renewed.access_token,
    "POST",
    new URL(`${kiln.host.baseUrl}/mcp`),
    new Headers({ "content-type": "application/json" }),
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_assets" } }),
    insecure,
  );
  const { result } = (await called.json()) as { result: { structuredContent: object } };
  t.deepEqual(result.structuredContent, { objects: [], total: 0 });
  const revoked = await oauth.revocationRequest(
    server,
    client,
    oauth.None(),
    renewed.refresh_token ?? "",
    insecure,
  );
  t.is(await oauth.processRevocationResponse(revoked), undefined);
});
