import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Auth } from "../../../contracts/auth.js";
import type { Contract } from "../../../contracts/contract.js";
import { invalidParams } from "../../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../../contracts/limits.js";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import { endUnread, isUnread } from "../../../runtime/http/end-unread.js";
import { mediaTypeOf } from "../../../runtime/http/graphql-media-type.js";
import { declaresOver, readBytes } from "../../../runtime/http/read-bytes.js";
import { inPieces, PIECE_BYTES } from "../../../runtime/http/send-in-pieces.js";
import { runWhileAuthenticated, credentialOf, unauthenticated } from "../../identity/index.js";
import { type Asker, authenticate, slidCookie } from "../call-contract.js";
import { refuseForeignOrigin, type Asked } from "../foreign-origin.js";
import { isClientLeft } from "../client-left.js";
import { compress } from "../send-coded.js";
import { encodingFor } from "../../../runtime/http/representation.js";
import type { Means } from "../contract-routes.js";
import { tooLarge } from "../refusals.js";
import { Persisted } from "./persisted.js";
import { AnswerRoom } from "./room/answer-room.js";
import { Rooms } from "./room/rooms.js";
import { readGet, readPost } from "./read-request.js";
import { answerRefusal, type GraphqlAnswer } from "./render-errors.js";
import { LongQueue } from "../../../runtime/http/long-queue.js";
import { queryPage } from "./query-page.js";
import type { GraphqlServer } from "./serve.js";
import { streamResults, watchEnd } from "./stream-answer.js";
import type { Question } from "./subscribe.js";

/** Loads the server with the first request, because Apollo, type-graphql and the schema load slowly. */
const load = async () => ({ ...(await import("./serve.js")), ...(await import("./asking.js")) });

/**
 * The route `/v1/graphql`: everything that REST has, derived from its contracts (ADR-0061). Checks are made
 * in this order: length (413), credential (401), origin (403), body (400), bounds (400), then by Apollo the
 * query (400), the scope of each field (403, 404), and the calls.
 */
export class PlatformGraphql {
  readonly #means: Means;
  readonly #told = new Set<string>();
  readonly #persisted = new Persisted();
  readonly #rooms: Rooms;
  #server: { of: readonly Contract[]; made: Promise<GraphqlServer> } | null = null;

  constructor(means: Means) {
    this.#means = means;
    this.#rooms = new Rooms(new LongQueue((accountId) => means.turns.isAlone(accountId)));
  }

  get routes(): EdgeRoute[] {
    const handle = (request: EdgeRequest) => this.#handle(request);
    return [{ methods: ["GET", "HEAD", "POST"], path: "/v1/graphql", refusal, handle }, ...queryPage];
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await (await server?.made.catch(() => null))?.stop();
  }

  async #handle(request: EdgeRequest): Promise<void> {
    const { req, res, requestId } = request;
    const { log } = this.#means.host;
    try {
      const answer = await this.#answer(request);
      if (answer !== null) await send(request, answer);
    } catch (thrown) {
      if (isClientLeft(thrown, req)) return void res.destroy();
      const { isExpected, ...answer } = answerRefusal(thrown, requestId);
      if (!isExpected) log.error({ err: thrown, requestId }, "a GraphQL request failed");
      if (res.headersSent) return void res.destroy();
      await send(request, answer);
    }
  }

  /** Returns the answer, or null where the answer is a stream that has been written. */
  async #answer(request: EdgeRequest): Promise<GraphqlAnswer | null> {
    const { req, res, requestId, client } = request;
    // A HEAD is a GET whose answer has no body.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const { host, authenticator, turns } = this.#means;
    if (declaresOver(req, MAX_BODY_BYTES)) throw tooLarge(MAX_BODY_BYTES);
    const asked: Asked = { method, headers: req.headers, called: request.called };
    const auth = await authenticate(authenticator, asked);
    if (auth === null) throw unauthenticated(credentialOf(req.headers).bearer);
    if (auth.kind === "session") refuseForeignOrigin(asked, host.baseUrl);
    this.#keepSession(request, auth, asked);
    const named = this.#persisted.name(
      method === "GET" ? readGet(request) : readPost(await body(request, auth), typeOf(request)),
      auth,
      requestId,
    );
    if ("refusal" in named) return named.refusal;
    const { request: given, ran } = named;
    const { Asking } = await load();
    const server = await this.#serve();
    return onBehalfOf(auth.accountId, async () => {
      // Reading a query takes its time too, even if the query calls nothing.
      const turn = turns.take();
      if (turn !== undefined) await turn;
      const key = req.headers["idempotency-key"];
      const asker = { auth, requestId, client, key, answer: res };
      const { accept = "" } = req.headers;
      if (method === "POST" && accept.includes("text/event-stream")) {
        const isStreamed = await this.#stream(
          request,
          server,
          { given, auth, asked, requestId },
          { ...asker, ran },
        );
        if (isStreamed) return null;
        // Clients list all types that they read, whatever they ask: an operation that is no subscription is
        // answered at once.
        if (!/json|\*\/\*/.test(accept))
          throw invalidParams("Only a subscription is answered as text/event-stream.");
      }
      const left = new AbortController();
      res.once("close", () => left.abort());
      const answer = await runWhileAuthenticated(host, auth, left.signal, async (mayGoOn) => {
        let room = new AnswerRoom(this.#rooms, auth.accountId, mayGoOn);
        const run = () => {
          const asking = new Asking(this.#means, asker, room, { mayGoOn });
          return server.answer({ given, asking, auth, asked, requestId });
        };
        try {
          let answer = this.#rooms.isKnown(auth.accountId, given) ? null : await run();
          if (answer === null) {
            room = await room.inTurn();
            answer = await run();
            this.#rooms.learn(auth.accountId, given, room.wasLong);
          }
          if (answer === null) throw new Error("A query was begun anew in its turn.");
          room.made(answer.body.length, res);
          return answer;
        } finally {
          room.end();
        }
      });
      if (answer.status === 200) ran();
      return answer;
    });
  }

  /** Streams a subscription: GraphQL over SSE, distinct connections. Returns false for other operations. */
  async #stream(
    request: EdgeRequest,
    server: GraphqlServer,
    question: Omit<Question, "asking">,
    { ran, ...asker }: Omit<Asker, "route"> & { ran(): void },
  ): Promise<boolean> {
    const { host, authenticator } = this.#means;
    const { auth } = question;
    const { Asking } = await load();
    const end = watchEnd(request, { host, authenticator, auth });
    const room = new AnswerRoom(this.#rooms, auth.accountId, end.signal);
    try {
      const asking = new Asking(this.#means, asker, room, { ended: end.signal });
      const results = await server.subscribe({ ...question, asking });
      if (results === null) return false;
      ran();
      await streamResults(request, results, end);
      return true;
    } finally {
      room.end();
      end.stop();
    }
  }

  #keepSession({ res }: EdgeRequest, auth: Auth, asked: Asked): void {
    const { host, authenticator } = this.#means;
    const cookie = slidCookie(authenticator, auth, asked, host.baseUrl.startsWith("https:"));
    if (cookie !== null) res.setHeader("set-cookie", cookie);
  }

  /** Returns the server of the current contracts; plugins change the contracts, and so the schema. */
  async #serve() {
    const contracts = this.#means.host.contracts.all;
    if (this.#server?.of !== contracts) {
      // Requests that have begun end on the former server, which needs no closing.
      const made = load().then(({ GraphqlServer }) => GraphqlServer.start(this.#means.host, contracts));
      // A server that failed to start is kept too: with the same contracts it would fail again, at the cost
      // of each request.
      this.#server = { of: contracts, made };
      made.then(
        ({ platform }) => this.#tellLeftOut(platform.leftOut),
        () => {},
      );
    }
    return this.#server.made;
  }

  /** Logs once for the operator why a contract of a plugin has no field. */
  #tellLeftOut(leftOut: ReadonlyMap<string, string>): void {
    for (const [contract, reason] of leftOut) {
      const sentence = `The contract ${contract} of a plugin has no field in GraphQL: ${reason}`;
      if (this.#told.has(sentence)) continue;
      this.#told.add(sentence);
      this.#means.host.log.warn({ contract }, sentence);
    }
  }
}

/** Returns the refusal of a request that came while the process stood still. */
const refusal: EdgeRoute["refusal"] = (thrown, { req, requestId }) => {
  const { status, headers, body } = answerRefusal(thrown, requestId);
  const own = { "content-type": typeFor(req), vary: VARY };
  return { status, headers: { ...headers, ...own }, text: String(body) };
};

const typeOf = ({ req }: EdgeRequest): string => req.headers["content-type"] ?? "";

const body = ({ req }: EdgeRequest, { accountId }: Auth): Promise<Buffer> =>
  readBytes(req, MAX_BODY_BYTES, () => tooLarge(MAX_BODY_BYTES), { owner: accountId });

/** The request headers on which answers depend; no cache keeps these answers for other callers. */
const VARY = "Accept, Accept-Encoding";
const typeFor = ({ headers }: Pick<IncomingMessage, "headers">): string =>
  `${mediaTypeOf(headers.accept)}; charset=utf-8`;

async function send({ req, res }: EdgeRequest, { status, headers, body }: GraphqlAnswer): Promise<void> {
  const isLast = isUnread(req);
  const answered = { setsCookie: res.hasHeader("set-cookie"), isPublic: false };
  const encoding = isLast ? null : encodingFor(req.headers, body.length, answered);
  const coded = encoding === null ? null : await compress(body, encoding);
  const bytes = coded ?? (typeof body === "string" ? Buffer.from(body) : body);
  res.writeHead(status, {
    "content-type": typeFor(req),
    vary: VARY,
    ...(coded !== null && encoding !== null && { "content-encoding": encoding }),
    ...headers,
    "content-length": bytes.length,
    ...(isLast && { connection: "close" }),
  });
  if (isLast) endUnread(req, res, bytes.toString());
  else if (bytes.length <= PIECE_BYTES) res.end(bytes);
  // Sending fails only when the reader left or was cut off, so nobody is there to be told.
  else await pipeline(inPieces(res, bytes), res).catch(() => {});
}
