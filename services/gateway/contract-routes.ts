import { parse } from "node:querystring";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import { pathNames, type RestRoute } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";
import { CONTRACTS } from "../../contracts/index.js";
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from "../../contracts/limits.js";
import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import { whenOver } from "../../runtime/http/answers.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { readJsonObject } from "../../runtime/http/json-text.js";
import { declaresOver } from "../../runtime/http/read-bytes.js";
import type { Host } from "../../runtime/process/host.js";
import type { Authenticator } from "../identity/index.js";
import { answerOtherwise, isBodyOnly, type RestContract } from "./answer-otherwise.js";
import {
  admit,
  askedOf,
  type Asker,
  authenticate,
  callContract,
  type RequestTurns,
  slidCookie,
} from "./call-contract.js";
import { longAnswer } from "./long-answer.js";
import type { LongQueue } from "../../runtime/http/long-queue.js";
import { readForm, readRaw, takeIfMatch } from "./request-body.js";
import { cachedText } from "./send-coded.js";
import { queryReader } from "./query-types.js";
import { tooLarge } from "./refusals.js";
import { routerPath } from "./route-path.js";
import { serializeLists } from "./serialize-lists.js";
import { unknownRoute } from "./unknown-route.js";
import { type AskPiece, wholeList } from "./whole-list.js";

declare module "fastify" {
  interface FastifyRequest {
    auth: Auth | null;
  }
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Mounts every contract with a REST route. A doubled route stops the start. */
export function mountContracts(app: FastifyInstance, means: Means): void {
  app.decorateRequest("auth", null);
  for (const contract of CONTRACTS) if (contract.rest) mount(app, means, contract as RestContract);
}

export interface Means {
  host: Host;
  authenticator: Authenticator;
  turns: RequestTurns;
  /** The queue of reads whose answers may be long. */
  longReads: LongQueue;
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

/** The steps of a contract's route, in their order. */
export interface ServedContract {
  /** The limit of the body in bytes. */
  bodyLimit: number;
  /** Returns the error for a declared length over the limit, which comes first (rules/edge 11). */
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
  const isPlain = isBodyOnly(contract);
  return {
    bodyLimit,
    refusedLength: (request) => (declaresOver(request, bodyLimit) ? tooLarge(bodyLimit) : undefined),
    authorize,
    // The text of an answer is made on behalf of its caller too, so that callers take turns at it.
    answer: (request, reply) => {
      const site = request.auth === null ? networksOf(request.ip).site : undefined;
      const work = async () => {
        const { id: requestId, ip: client, headers } = request;
        // A caller that has waited has the rights that it has now.
        const asker = (): Asker => ({
          auth: request.auth,
          requestId,
          client,
          key: headers["idempotency-key"],
          route: `${request.method} ${request.url.split("?")[0]}`,
          answer: reply.raw,
        });
        const send = async (result: Record<string, unknown>): Promise<FastifyReply> => {
          const body = isPlain ? result : answerOtherwise(reply, contract, result, isHttps());
          return body === null ? reply : reply.header("content-type", JSON_TYPE).send(await textOf(body));
        };
        const { pieces } = rest;
        if (pieces !== undefined && queryOf(request).limit === undefined) {
          const ask: AskPiece = (after) =>
            callContract(means, pieces.contract, () => ({ ...paramsOf(request), after }), asker());
          const whole = await wholeList(pieces, ask, reply.raw);
          if ("result" in whole) return send(whole.result);
          // The answer breaks off when its credential ends, as it does when a later piece fails
          // (rules/identity 25; ADR-0077).
          if (request.auth !== null)
            whenOver(
              reply.raw,
              authenticator.watch(request.auth, () => reply.raw.destroy()),
            );
          return reply.header("content-type", JSON_TYPE).send(whole.stream);
        }
        const ask = () => callContract(means, contract, () => paramsOf(request), asker());
        if (!rest.long || request.auth === null) return send(await ask());
        const text = await longAnswer(means.longReads, request.auth.accountId, reply, {
          make: async () => textOf(await ask()),
          reauthorize: () => authorize(request, reply),
        });
        return reply.header("content-type", JSON_TYPE).send(text);
      };
      return onBehalfOf(request.auth?.accountId ?? rest.caller, work, site);
    },
  };
}

/**
 * Returns a reader of parameters: the path comes before the body, and the body before the query. A writing
 * method reads from the query only the parameters that the contract names.
 */
function paramsReader(contract: RestContract): (request: FastifyRequest) => Record<string, unknown> {
  const { rest } = contract;
  const readQuery = queryReader(contract);
  const ofQuery = (request: FastifyRequest) => (request.url.includes("?") ? readQuery(queryOf(request)) : {});
  const fromPath = pathNames(rest.path);
  if (rest.method === "GET") return (request) => ({ ...ofQuery(request), ...(request.params as object) });
  return (request) => {
    const query = ofQuery(request);
    const body = bodyOf(request, rest);
    if (rest.ifMatch !== undefined) takeIfMatch(body, rest.ifMatch, request.headers["if-match"]);
    for (const name of fromPath) leaveToPath(body, name, request.params as Record<string, string>);
    return Object.assign(body, query, request.params);
  };
}

function queryOf({ url }: FastifyRequest): Record<string, unknown> {
  const at = url.indexOf("?");
  return at < 0 ? {} : parse(url.slice(at + 1), "&", "=", { maxKeys: 0 });
}

/** Returns the body as an object; no body reads as an empty object (rules/edge 16). */
function bodyOf(request: FastifyRequest, { accept }: RestRoute): Record<string, unknown> {
  const { body: bytes, headers } = request;
  if (accept === "raw") return readRaw(request);
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  const type = headers["content-type"] ?? "";
  return (accept === "form" ? readForm(bytes, type) : null) ?? readJsonObject(bytes, type);
}

/** Removes a parameter of the path from the body. Throws `invalid_params` for another value there. */
function leaveToPath(body: Record<string, unknown>, name: string, path: Record<string, string>): void {
  const given = body[name];
  const own = path[name] ?? "";
  delete body[name];
  if (given === undefined || (typeof given === "string" && given.toLowerCase() === own.toLowerCase())) return;
  throw invalidParams(`${name} stands in the path, and the body names another one.`);
}

/** The most elements of a list that is rendered in one go. */
const SHORT = 4;

/** Returns the JSON of a result. Long lists are rendered with turns of the event loop in between. */
export async function textOf(body: Record<string, unknown>): Promise<string | Buffer> {
  if (Object.isFrozen(body)) return cachedText(body);
  const hasLongList = Object.values(body).some((value) => Array.isArray(value) && value.length > SHORT);
  return hasLongList ? serializeLists(body) : JSON.stringify(body);
}
