import { parse } from "node:querystring";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import { type Contract, pathNames, type RestRoute } from "../../contracts/contract.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { CONTRACTS } from "../../contracts/index.js";
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from "../../contracts/limits.js";
import { onBehalfOf } from "../../runtime/concurrency/caller.js";
import type { Host } from "../../runtime/process/host.js";
import { pageHeaders } from "../../runtime/http/pages/page-headers.js";
import { declaresOver } from "../../runtime/http/read-bytes.js";
import { type Authenticator, sessionCookie } from "../identity/index.js";
import { askedOf } from "./asked.js";
import { admit, authenticate, slidCookie } from "./authorize.js";
import { type Asker, callContract } from "./call-contract.js";
import { tooLarge } from "./http-server.js";
import { queryReader } from "./query-types.js";
import { readBody } from "./read-body.js";
import type { LongLine } from "./long-line.js";
import type { RequestTurns } from "./request-turns.js";
import { routerPath } from "./route-path.js";
import { serialize, hasLongList, serializeLists } from "./serialize.js";
import { unknownRoute } from "./unknown-route.js";
import { type AskPiece, wholeList } from "./whole-list.js";

declare module "fastify" {
  interface FastifyRequest {
    auth: Auth | null;
  }
}

const JSON_TYPE = "application/json; charset=utf-8";

export type RestContract = Contract & { rest: RestRoute };

/** Every contract with a REST route, mounted. A doubled route stops the start. */
export function mountContracts(app: FastifyInstance, means: Means): void {
  app.decorateRequest("auth", null);
  for (const contract of CONTRACTS) if (contract.rest) mount(app, means, contract as RestContract);
}

export interface Means {
  host: Host;
  authenticator: Authenticator;
  turns: RequestTurns;
  /** Where the reads wait whose answers may be long. */
  longReads: LongLine;
}

function mount(app: FastifyInstance, means: Means, contract: RestContract): void {
  const { bodyLimit, refusedLength, authorize, answer } = serveContract(means, contract);
  const refuseLength = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) =>
    done(refusedLength(request));
  app.route({
    method: contract.rest.method,
    url: routerPath(contract),
    bodyLimit,
    onRequest: contract.audience === "public" ? refuseLength : [refuseLength, authorize],
    handler: answer,
  });
}

/** What a route of a contract does, in this order. */
export interface ServedContract {
  /** In bytes. */
  bodyLimit: number;
  /** The declared length comes before everything else (rules/edge 11). */
  refusedLength(request: FastifyRequest): Error | undefined;
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export function serveContract(means: Means, contract: RestContract): ServedContract {
  const { host, authenticator } = means;
  const { rest } = contract;
  const paramsOf = paramsReader(contract);
  const isHttps = () => host.baseUrl.startsWith("https:");
  const bodyLimit = contract.audience === "public" ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES;
  const authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const asked = askedOf(request);
    const auth = await authenticate(authenticator, asked);
    const unknown = () => unknownRoute(request);
    request.auth = admit({ contract, auth, asked, baseUrl: host.baseUrl, unknown });
    const cookie = request.auth && slidCookie(authenticator, request.auth, asked, isHttps());
    if (cookie !== null) void reply.header("set-cookie", cookie);
  };
  return {
    bodyLimit,
    refusedLength: (request) => (declaresOver(request, bodyLimit) ? tooLarge(bodyLimit) : undefined),
    authorize,
    // The text of an answer is made on behalf of its caller too, so that callers take turns at it.
    answer: (request, reply) =>
      onBehalfOf(request.auth?.accountId ?? rest.line, async () => {
        const { id: requestId, ip: client, headers } = request;
        // The rights of a caller that has waited are those that it has now.
        const asker = (): Asker => ({
          auth: request.auth,
          requestId,
          client,
          key: headers["idempotency-key"],
          route: `${request.method} ${request.url.split("?")[0]}`,
          answer: reply.raw,
        });
        const { pieces } = rest;
        if (pieces !== undefined && queryOf(request).limit === undefined) {
          const ask: AskPiece = (after) =>
            callContract(means, pieces.contract, () => ({ ...paramsOf(request), after }), asker());
          const whole = await wholeList(pieces, ask, reply.raw);
          if ("result" in whole) return respond(reply, rest, contract, whole.result, isHttps());
          return reply.header("content-type", JSON_TYPE).send(whole.stream);
        }
        const ask = () => callContract(means, contract, () => paramsOf(request), asker());
        if (rest.long && request.auth !== null)
          return answerLong(means.longReads, request.auth.accountId, reply, {
            ask,
            reauthorize: () => authorize(request, reply),
          });
        const result = await ask();
        return respond(reply, rest, contract, result, isHttps());
      }),
  };
}

/**
 * Asks when the account's turn at a long answer has come; the turn is over when the answer's text is there. Who has waited is
 * authenticated anew: a key that was revoked meanwhile reads nothing.
 */
async function answerLong(
  longReads: LongLine,
  accountId: string,
  reply: FastifyReply,
  { ask, reauthorize }: { ask: () => Promise<Record<string, unknown>>; reauthorize: () => Promise<void> },
): Promise<FastifyReply> {
  const left = new AbortController();
  reply.raw.once("close", () => left.abort(new ServiceError("unavailable", "The caller has left.")));
  const place = await longReads.begin(accountId, { signal: left.signal });
  let text: string | Buffer;
  try {
    if (place.hasWaited) await reauthorize();
    text = await textOf(await ask());
    place.made(text.length, reply.raw);
  } finally {
    place.end();
  }
  return reply.header("content-type", JSON_TYPE).send(text);
}

const textOf = async (body: Record<string, unknown>): Promise<string | Buffer> =>
  hasLongList(body) ? serializeLists(body) : serialize(body);

/** Path over body over query; a writing method reads from the query only what the contract names. */
function paramsReader(contract: RestContract): (request: FastifyRequest) => Record<string, unknown> {
  const { rest } = contract;
  const readQuery = queryReader(contract);
  const fromPath = pathNames(rest.path);
  if (rest.method === "GET")
    return (request) => ({
      ...readQuery(queryOf(request)),
      ...(request.params as object),
    });
  return (request) => {
    const query = readQuery(queryOf(request));
    const body = readBody(request, rest);
    if (rest.ifMatch !== undefined) takeIfMatch(body, rest.ifMatch, request.headers["if-match"]);
    for (const name of fromPath) leaveToPath(body, name, request.params as Record<string, string>);
    return Object.assign(body, query, request.params);
  };
}

/** The path says what is meant; a body that names another thing is a mistake, and nobody can tell which. */
function leaveToPath(body: Record<string, unknown>, name: string, path: Record<string, string>): void {
  const given = body[name];
  const own = path[name] ?? "";
  delete body[name];
  if (given === undefined || (typeof given === "string" && given.toLowerCase() === own.toLowerCase())) return;
  throw invalidParams(`${name} stands in the path, and the body names another one.`);
}

/** `If-Match` names the version that a change is made onto: `"7"`, or `7`; `*` is any. */
function takeIfMatch(body: Record<string, unknown>, name: string, header: string | undefined): void {
  const given = header?.trim();
  if (given === undefined || given === "*") return;
  const version = /^(?:W\/)?(?:"(\d{1,15})"|(\d{1,15}))$/.exec(given);
  if (version === null) throw invalidParams(`If-Match must be one version, as in "7", or *.`);
  const wanted = Number(version[1] ?? version[2]);
  if (body[name] !== undefined && body[name] !== wanted)
    throw invalidParams(`If-Match and ${name} name different versions.`);
  body[name] = wanted;
}

function queryOf({ url }: FastifyRequest): Record<string, unknown> {
  const at = url.indexOf("?");
  return at < 0 ? {} : parse(url.slice(at + 1), "&", "=", { maxKeys: 0 });
}

async function respond(
  reply: FastifyReply,
  rest: RestRoute,
  contract: RestContract,
  result: Record<string, unknown>,
  isHttps: boolean,
): Promise<FastifyReply> {
  if (rest.respond === "redirect") return reply.code(302).header("location", String(result.location)).send();
  if (rest.respond === "document" && result.document) {
    const { contentType, text } = result.document as { contentType: string; text: string };
    return reply.header("content-type", `${contentType}; charset=utf-8`).send(text);
  }
  if (rest.respond === "html") {
    return reply.headers(pageHeaders()).send(result.html);
  }
  let body = rest.respond === "document" ? (result.json as Record<string, unknown>) : result;
  if ("session" in result && contract.audience === "public" && contract.name.startsWith("identity.")) {
    const { session, ...rest } = result;
    void reply.header(
      "set-cookie",
      sessionCookie((session ?? null) as { secret: string; maxAgeSeconds: number } | null, isHttps),
    );
    body = rest;
  } else if (contract.name === "identity.signOut")
    void reply.header("set-cookie", sessionCookie(null, isHttps));
  return reply.header("content-type", JSON_TYPE).send(await textOf(body));
}
