import type Provider from "oidc-provider";
import type {
  Configuration,
  interactionPolicy as interactionPolicies,
  KoaContextWithOIDC,
} from "oidc-provider";
import { prefixTokens } from "../../../runtime/private-parts/oidc-provider.js";
import type { Host } from "../../../runtime/process/host.js";
import { findAccount } from "../account.repository.js";
import { adapterFor } from "./adapter.js";
import { oauthErrorPage } from "./pages.js";
import { GRANTABLE } from "./scopes.js";
import { mayFetch, rememberFailure } from "./document-fetches.js";
import { fetchClientMetadata } from "./fetch-client-metadata.js";
import { limitRefreshes } from "./refresh-limit.js";
import { keyNumber, signingKeys } from "./signing-key.js";

const DAY_SECONDS = 24 * 3600;

/** Returns the one resource that the server's tokens open. */
export const resourceOf = ({ baseUrl }: Pick<Host, "baseUrl">): string => `${baseUrl}/mcp`;

export const INTERACTION_PATH = "/oauth/interaction";

/**
 * Makes the library's server with Kiln's rules (ADR-0018). The library's modules are loaded at the first
 * request: most processes need none.
 */
export async function makeProvider(host: Host): Promise<Provider> {
  const library = await import("oidc-provider");
  const { default: Server, errors, interactionPolicy } = library;
  const resource = resourceOf(host);
  const configuration: Configuration = {
    adapter: adapterFor(host, () => new errors.InvalidGrant("it was used already, or its grant has ended")),
    jwks: { keys: signingKeys(host.keys, keyNumber(Date.now())) },
    fetch: (from) => {
      const url = from instanceof Request ? from.url : String(from);
      return rememberFailure(url, fetchClientMetadata(host, url));
    },
    enabledJWA: { idTokenSigningAlgValues: ["EdDSA"] },
    clientDefaults: {
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "EdDSA",
    },
    clientAuthMethods: ["none"],
    responseTypes: ["code"],
    pkce: { required: () => true },
    scopes: [...GRANTABLE],
    interactions: {
      policy: policyOf(interactionPolicy),
      url: (_ctx, { uid }) => `${INTERACTION_PATH}/${uid}`,
    },
    cookies: {
      keys: [host.keys.derive("oauth cookies").toString("base64url")],
      names: { session: "svc_oauth", interaction: "svc_oauth_step", resume: "svc_oauth_resume" },
      short: { httpOnly: true, sameSite: "lax", signed: true, overwrite: true },
      long: { httpOnly: true, sameSite: "lax", signed: true, overwrite: true },
    },
    // The library asks this before it uses the old token up, which a refusal leaves good.
    rotateRefreshToken: (ctx) => limitRefreshes(host, ctx, errors.TemporarilyUnavailable),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    expiresWithSession: async () => false,
    // A grant lives as long as its tokens are renewed; an agent that stops for 30 days is no longer listed.
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      RefreshToken: 30 * DAY_SECONDS,
      Grant: 3650 * DAY_SECONDS,
      Interaction: 3600,
      Session: 3600,
      IdToken: 3600,
    },
    // Only the consent of this sign-in counts.
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    findAccount: async (_ctx, id) => {
      const account = await findAccount(host.read, id);
      return account === null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
    },
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
      jwks: "/oauth/jwks",
    },
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = oauthErrorPage(out.error_description ?? out.error);
    },
    clientBasedCORS: () => true,
    features: {
      ...featuresOf(resource, () => new errors.InvalidTarget()),
      clientIdMetadataDocument: {
        enabled: true,
        // The draft that this version of the library follows; a newer draft has to be reviewed first.
        ack: "draft-02",
        allowFetch: (_ctx, clientId) => mayFetch(host, clientId),
      },
    },
  };
  const provider = new Server(host.baseUrl, configuration);
  // Every request comes to BASE_URL's address: the routes set the forwarding headers themselves.
  provider.proxy = true;
  markTokens(provider);
  provider.on("server_error", (_ctx, error) => host.log.error({ err: error }, "the OAuth server failed"));
  return provider;
}

/**
 * Returns the policy that asks for consent at each request, whatever was allowed before (rules/identity 38).
 */
function policyOf({ base, Check }: typeof interactionPolicies): interactionPolicies.DefaultPolicy {
  const policy = base();
  const isAsked = (ctx: KoaContextWithOIDC) =>
    ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  policy
    .get("consent")
    ?.checks.add(new Check("always", "consent is asked every time", "consent_required", isAsked));
  return policy;
}

/** Returns the library's features in use: one resource, whose tokens are opaque (RFC 8707). */
const featuresOf = (resource: string, refuse: () => Error): NonNullable<Configuration["features"]> => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  // a client is not managed after its registration, and a token for that would be a row for ever
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, asked) => {
      if (asked !== resource) throw refuse();
      return {
        scope: GRANTABLE.join(" "),
        audience: resource,
        accessTokenTTL: 3600,
        accessTokenFormat: "opaque",
      };
    },
  },
});

/** Has tokens begin with the prefixes of their kinds (rules/identity 36). */
function markTokens(provider: Provider): void {
  prefixTokens(provider.AccessToken, "svc_at_");
  prefixTokens(provider.RefreshToken, "svc_rt_");
}
