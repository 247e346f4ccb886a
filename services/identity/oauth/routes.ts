import type { IncomingMessage } from "node:http";
import type Provider from "oidc-provider";
import { OTHER_ACTS } from "../../../contracts/audited.js";
import { ServiceError } from "../../../contracts/errors.js";
import { actBy } from "../../../runtime/actions/audit/act.js";
import { asAct } from "../../../runtime/actions/audit/entry.js";
import type { EdgePart } from "../../../runtime/actions/area.js";
import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import { pageHeaders } from "../../../runtime/http/pages/page-headers.js";
import { networkLimits } from "../../../runtime/actions/network-limits.js";
import { sendJson, sendPage } from "./answers.js";
import { countBegun } from "./begin-limit.js";
import { forClient } from "./document-fetches.js";
import { trimUnused } from "./client-life.js";
import { readRegistration } from "./client-metadata.js";
import { showInteraction, takeInteraction } from "./interaction.js";
import { resourceMetadata, serverMetadata } from "./metadata.js";
import { oauthErrorPage } from "./pages.js";
import { INTERACTION_PATH, makeProvider } from "./provider.js";
import { keyNumber } from "./signing-key.js";
import { allowAnyOrigin, preflight } from "./any-origin.js";
import { askedScopes } from "./scopes.js";
import { readBody, wholeRequest } from "./whole-request.js";

/**
 * Registrations that a client network may make in an hour; its site may make ten times as many. Each leaves a
 * row for a day.
 */
export const REGISTRATIONS = { limit: 200, windowMs: 3600_000 };
/**
 * Registrations in this process between two removals of surplus unused clients: with IPv6 an anonymous caller has many
 * networks at no cost.
 */
const TRIM_EVERY = 100;

/**
 * Hands a request to the library; a request whose body the library needs comes with the body already read.
 */
type ToLibrary = (request: EdgeRequest, whole: IncomingMessage) => Promise<void>;

/**
 * Makes the routes of the OAuth server, in each gateway's own process: they answer browsers and clients, not
 * callers of the JSON API.
 */
export function identityEdge(host: Host): EdgePart {
  const registrations = countTo(TRIM_EVERY, () => trimUnused(host));
  let made: { number: number; provider: Promise<Provider> } | null = null;
  // A new signing key makes a new provider; a provider holds no state that the tables do not have.
  const provider = () => {
    const number = keyNumber(Date.now());
    if (made?.number !== number) made = { number, provider: makeProvider(host) };
    return made.provider;
  };
  const toLibrary = async (request: EdgeRequest, req: IncomingMessage = request.req): Promise<void> => {
    behindBaseUrl(req, host.baseUrl);
    const library = (await provider()).callback();
    await forClient(request.client, () => library(req, request.res));
  };
  const json = (path: string, body: () => object): EdgeRoute => ({
    methods: ["GET"],
    path,
    handle: async ({ res }) => sendJson(res, 200, body(), { "cache-control": "public, max-age=300" }),
  });
  return {
    actions: [],
    routes: [
      json("/.well-known/oauth-authorization-server", () => serverMetadata(host)),
      json("/.well-known/oauth-protected-resource", () => resourceMetadata(host)),
      json("/.well-known/oauth-protected-resource/mcp", () => resourceMetadata(host)),
      {
        methods: ["POST"],
        path: "/oauth/register",
        handle: async (request) => {
          await register(host, request, toLibrary);
          await registrations();
        },
      },
      ...["/oauth/register", "/oauth/token", "/oauth/revoke"].map(preflight),
      {
        methods: ["GET"],
        path: "/oauth/authorize",
        handle: async (request) => {
          const waitMs = await countBegun(host, request.client);
          if (waitMs > 0) return sendTooMany(request, waitMs);
          const query = new URLSearchParams(request.query);
          query.set("scope", askedScopes(query.get("scope")));
          // A code comes in the query, as the metadata says. The library supports other ways, and refuses
          // those that it does not know.
          if ((query.get("response_mode") ?? "query") !== "query") query.set("response_mode", "unsupported");
          request.req.url = `/oauth/authorize?${query.toString()}`;
          return asPage(request, toLibrary);
        },
      },
      { methods: ["GET"], path: "/oauth/authorize/:uid", handle: (request) => asPage(request, toLibrary) },
      {
        methods: ["GET"],
        path: `${INTERACTION_PATH}/:uid`,
        handle: async (request) => {
          behindBaseUrl(request.req, host.baseUrl, true);
          const library = await provider();
          await forClient(request.client, () => showInteraction(host, library, request));
        },
      },
      {
        methods: ["POST"],
        path: `${INTERACTION_PATH}/:uid`,
        handle: async (request) => {
          const form = new URLSearchParams((await readBody(request)).toString());
          behindBaseUrl(request.req, host.baseUrl, true);
          const library = await provider();
          await forClient(request.client, () => takeInteraction(host, library, request, form));
        },
      },
      { methods: ["POST"], path: "/oauth/token", handle: (request) => byAgent(request, toLibrary) },
      { methods: ["POST"], path: "/oauth/revoke", handle: (request) => byAgent(request, toLibrary) },
    ],
  };
}

/**
 * Serves a request of an agent. A token that is revoked, or was used before, ends the agent's access, which
 * leaves an audit entry.
 */
function byAgent(request: EdgeRequest, toLibrary: ToLibrary): Promise<void> {
  const { requestId, client } = request;
  const actor = { kind: "agent" as const, id: null, credentialId: null };
  const act = actBy(actor, { ...OTHER_ACTS.disconnect, requestId, client }, {});
  return asAct(act, () => plainly(request, toLibrary));
}

/** Serves clients in browsers: no cookie plays a part, so any origin may ask. */
async function plainly(request: EdgeRequest, toLibrary: ToLibrary): Promise<void> {
  const { origin: _origin, ...headers } = request.req.headers;
  allowAnyOrigin(request.res);
  await toLibrary(request, wholeRequest(request.req, await readBody(request), headers));
}

function sendTooMany({ res }: EdgeRequest, waitMs: number): void {
  res.setHeader("retry-after", Math.ceil(waitMs / 1000));
  sendPage(res, 429, oauthErrorPage("Too many sign-ins of apps were begun from this network address."));
}

/**
 * Sets the headers from which the library builds addresses to those of BASE_URL, whatever the request says.
 * The library's own session cookie is removed, since Kiln's session says who is signed in.
 */
function behindBaseUrl({ headers }: IncomingMessage, baseUrl: string, keepsHost = false): void {
  const { host, protocol } = new URL(baseUrl);
  if (!keepsHost) headers.host = host;
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  if (headers.cookie !== undefined)
    headers.cookie = headers.cookie
      .split(";")
      .filter((part) => !/^\s*svc_oauth(\.sig)?=/.test(part))
      .join(";");
}

/** Serves a page that a browser opens; it stands in no frame and is not cached. */
function asPage(request: EdgeRequest, toLibrary: (request: EdgeRequest) => Promise<void>): Promise<void> {
  const { "content-type": _type, ...headers } = pageHeaders();
  request.res.setHeaders(new Map(Object.entries(headers)));
  return toLibrary(request);
}

/** Returns a function that does the work at each `every`th call. */
function countTo(every: number, work: () => Promise<void>): () => Promise<void> {
  let count = 0;
  return async () => {
    count = (count + 1) % every;
    if (count === 0) await work();
  };
}

/** Registers a public client by RFC 7591 (rules/identity 33). */
async function register(
  host: Pick<Host, "baseUrl" | "transact">,
  request: EdgeRequest,
  toLibrary: ToLibrary,
): Promise<void> {
  const { req, res, client } = request;
  allowAnyOrigin(res);
  const read = readRegistration(parsed(await readBody(request)), host.baseUrl);
  if ("error" in read) return sendJson(res, 400, { error: read.error, error_description: read.description });
  const limits = networkLimits("oauth client", client, REGISTRATIONS);
  const { waitMs } = await host.transact((tx) => takeUses(tx, limits));
  if (waitMs > 0)
    throw new ServiceError("rate_limited", "Too many clients were registered from this network address.", {
      details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    });
  const body = Buffer.from(JSON.stringify(read.metadata));
  await toLibrary(request, wholeRequest(req, body, { "content-type": "application/json" }));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
