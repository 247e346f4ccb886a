import type { IncomingMessage } from "node:http";
import { parse } from "node:querystring";
import type { ServiceBroker } from "moleculer";
import web from "moleculer-web";
import { declaresOver } from "../../../runtime/http/read-bytes.js";
import { authenticate } from "../call-contract.js";
import type { Means } from "../contract-routes.js";
import { tooLarge } from "../refusals.js";
import { admitExternal } from "./admit-external.js";
import type { ExternalAnswer } from "./answer.js";
import { callExternal, MOST_BODY_BYTES } from "./call-external.js";
import { externalError } from "./external-error.js";
import { InFlight } from "./in-flight.js";
import { type ExternalRequest, serviceOf, type Underway, type WebRequest } from "./underway.js";

/** The milliseconds between two renewals of the routes while services come and go. */
const RENEW_MS = 100;

/** The part of moleculer-web's service that is used here. */
interface WebService {
  aliases: { isMethod(method: string): boolean; match(url: string): object | false }[];
  regenerateAllAutoAliases: () => void;
  regenerateAutoAliases(route: object): void;
  routes: object[];
  httpHandler(req: IncomingMessage, res: object): Promise<void>;
}

export type Ask = (req: IncomingMessage, res: object, request: ExternalRequest) => Promise<ExternalAnswer>;

type RequestOf = (req: IncomingMessage) => Underway;

/**
 * Makes the routes of external services by moleculer-web's autoAliases, on a broker that knows only these
 * services. moleculer-web finds the route and walks its stages; authentication, bodies, calls and errors are
 * Kiln's own, and moleculer-web never writes to the response.
 */
export function webService(broker: ServiceBroker, whitelist: readonly string[], means: Means): Ask {
  const underway = new WeakMap<IncomingMessage, Underway>();
  const requestOf: RequestOf = (req) => {
    const found = underway.get(req);
    if (found === undefined) throw new Error("A request is not known here.");
    return found;
  };
  const service = broker.createService({
    name: "$external",
    mixins: [web as never],
    settings: settingsOf(whitelist, requestOf),
    actions: { listAliases: false, addRoute: false, removeRoute: false },
    methods: { ...stages(requestOf, means), ...addresses, ...ends(requestOf) },
    started: renewInTime,
  } as never) as unknown as WebService;

  return async (req, res, request) => {
    const own: Underway = { ...request };
    underway.set(req, own);
    const { url = "" } = req;
    await service.httpHandler(req, res);
    // moleculer-web leaves only the part below the prefix in `url`; the log and refusals name the whole
    // address.
    req.url = url;
    if (own.answer !== undefined) return own.answer;
    throw own.error ?? request.unknown();
  };
}

const settingsOf = (whitelist: readonly string[], requestOf: RequestOf) => ({
  server: false,
  path: "/v1/x",
  logRequest: null,
  logRequestParams: null,
  logResponse: null,
  logRouteRegistration: null,
  rootCallOptions: (options: Record<string, unknown>, req: IncomingMessage) => {
    options.requestID = requestOf(req).requestId;
  },
  routes: [
    {
      path: "/",
      whitelist: [...whitelist],
      autoAliases: true,
      aliases: {},
      bodyParsers: false,
      mergeParams: false,
      mappingPolicy: "restrict",
      authentication: true,
      authorization: true,
      logging: false,
      etag: false,
      pathToRegexpOptions: { sensitive: true },
      onBeforeCall: (_ctx: unknown, _route: unknown, req: IncomingMessage) => {
        if (declaresOver(req, MOST_BODY_BYTES)) throw tooLarge(MOST_BODY_BYTES);
      },
    },
  ],
});

/** Returns the stages of a request, in the order in which they are walked. */
function stages(requestOf: RequestOf, { host, authenticator, turns }: Means) {
  const means = { host, turns, inFlight: new InFlight() };
  return {
    /**
     * Authenticates the caller. The returned identity is all that a third party learns: no credential, no
     * address, no mail.
     */
    async authenticate(_ctx: unknown, _route: unknown, req: IncomingMessage) {
      const request = requestOf(req);
      const auth = await authenticate(authenticator, request.asked);
      if (auth === null) return null;
      request.auth = auth;
      return { id: auth.accountId, scopes: auth.scopes };
    },
    authorize(_ctx: unknown, _route: unknown, req: WebRequest) {
      admitExternal(requestOf(req), req.$action?.scope ?? null, host.baseUrl);
    },
    async callAction(_route: unknown, _name: string, req: WebRequest) {
      const request = requestOf(req);
      request.answer = await callExternal(req, request, means);
      // moleculer-web takes any other result for an address that nobody serves.
      return true;
    },
  };
}

const addresses = {
  parseQueryString({ url = "" }: IncomingMessage) {
    const at = url.indexOf("?");
    if (at < 0) return { url, query: {} };
    return { url: url.slice(0, at), query: parse(url.slice(at + 1), "&", "=", { maxKeys: 0 }) };
  },
  /** Finds the route of an address. A HEAD is answered like its GET. */
  resolveAlias(this: WebService, url: string, method: string) {
    const asked = method === "HEAD" ? "GET" : method;
    for (const alias of this.aliases) {
      const params = alias.isMethod(asked) && alias.match(url);
      if (params) return { alias, params };
    }
    return false;
  },
};

const ends = (requestOf: RequestOf) => ({
  errorHandler(req: WebRequest, _res: unknown, error: Error) {
    requestOf(req).error = externalError(error, serviceOf(req) ?? "The service");
  },
  // A request without an answer gets the error of an unknown address.
  send404() {},
});

/**
 * Replaces moleculer-web's delay, which begins anew with each change: a change renews the routes at once, and
 * the changes that follow soon are taken together. So services that come all the time keep nobody waiting.
 */
function renewInTime(this: WebService): void {
  let timer: NodeJS.Timeout | undefined;
  let renewedAt = -Infinity;
  this.regenerateAllAutoAliases = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        renewedAt = performance.now();
        for (const route of this.routes) this.regenerateAutoAliases(route);
      },
      Math.max(0, renewedAt + RENEW_MS - performance.now()),
    ).unref();
  };
}
