import { hash } from "node:crypto";
import type { Config } from "../../../runtime/config/load-config.js";
import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import { answerPreflight, bearerOf, uuidOf } from "../rest/read-route.js";
import { sendBody } from "../serving/send-body.js";
import { readPerspective } from "../rest/read-request.js";
import { type Body, makeBody } from "../../../engines/response-cache/index.js";
import type { ContentCache } from "../serving/content-cache.js";
import { type ReadContext, readContextOf, requirePerspective } from "../serving/read-context.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { Apollo } from "./apollo.js";
import { type Limits, MAX_DEPTH } from "./bounds/limits.js";
import { Introspection } from "./introspection/introspection.js";
import { mediaTypeOf } from "../../../runtime/http/graphql-media-type.js";
import { GRAPHQL_METHODS, GRAPHQL_PATH } from "./path.js";
import { nameQuery, NotPersisted, notPersistedAnswer } from "./persisted/named-query.js";
import { readGet, requireNamed } from "./persisted/read-get.js";
import { type AskedRequest, readBody, readRequest } from "./read-request.js";
import { formatError, isAboutQuery, type Outcome, refused, run } from "./run.js";
import { Schemas } from "./schemas.js";
import { GRAPHQL_VARY, sendText } from "./send-text.js";
import { budgetedParts } from "../serving/response-budget.js";
import type { TokenSeen } from "../tokens/token.repository.js";
import type { Made } from "./selection/answer-selection.js";

const limitsOf = ({ graphqlMaxAliases, graphqlMaxCost }: Config): Limits => ({
  depth: MAX_DEPTH,
  aliases: graphqlMaxAliases,
  cost: graphqlMaxCost,
});

/**
 * Makes the route of GraphQL: POST of a query or of its hash, and GET of a hash (rules/delivery 35). It
 * checks the token first, then the body, then the query in it.
 */
export function graphqlRoute(cache: ContentCache): EdgeRoute {
  const { persisted } = cache;
  const { encoded } = cache.responses;
  const serving = {
    schemas: new Schemas(),
    introspection: new Introspection(),
    apollo: new Apollo(cache.host.plugins, cache.host.log),
  };
  const limits = limitsOf(cache.host.config);
  const { log } = cache.host;

  /** Runs a request; returns the outcome, and whether the request was one that persists its query. */
  const ask = async (
    readContext: ReadContext,
    asked: AskedRequest,
    { requestId, req: http }: EdgeRequest,
  ): Promise<{ outcome: Outcome; isRegistered: boolean }> => {
    const { tokenId, project } = readContext.seen;
    const { request, register } = nameQuery(asked, persisted, project.id);
    const outcome = await run(readContext, request, { ...serving, limits, requestId, http, log });
    // A refused query would only take the place of others.
    if (outcome.isRun && register !== null)
      persisted.add({ ownerId: project.id, credentialId: tokenId }, register, request.query);
    return { outcome, isRegistered: register !== null };
  };

  const post = async (request: EdgeRequest, seen: TokenSeen): Promise<void> => {
    const perspective = requirePerspective(readPerspective(request.query), seen);
    const body = await readBody(request);
    const readContext = await readContextOf(cache, seen, perspective);
    const key = readContext.keyOf(questionOf(body));
    const known = await cache.responses.find(key, readContext);
    if (known !== undefined) return sendText(request, { status: 200, parts: known.parts, seen, encoded });
    const { outcome, isRegistered } = await ask(readContext, readRequest(body), request);
    const { isRun, parts, cacheable } = outcome;
    // The same bytes have to persist the query again when it was forgotten, so that their answer is not
    // cached.
    if (cacheable !== null && !isRegistered)
      cache.responses.store(key, readContext, { parts, etag: "", cacheTag: "", window: cacheable.window });
    await sendText(request, { status: isRun ? 200 : 400, parts, seen, encoded });
  };

  const get = async (request: EdgeRequest, seen: TokenSeen): Promise<void> => {
    const readContext = await readContextOf(
      cache,
      seen,
      requirePerspective(readPerspective(request.query), seen),
    );
    const key = readContext.keyOf(questionOf(request.req.url ?? ""));
    const form = { mediaType: mediaTypeOf(request.req.headers.accept), vary: GRAPHQL_VARY };
    const known = await cache.responses.find(key, readContext);
    if (known !== undefined) return sendBody(request, known, { seen, encoded, form });
    const { outcome } = await ask(readContext, readGet(request), request);
    const { isRun, parts, cacheable } = outcome;
    if (cacheable === null) return sendText(request, { status: isRun ? 200 : 400, parts, seen, encoded });
    const made = bodyOf(readContext, outcome, cacheable);
    cache.responses.store(key, readContext, made);
    await sendBody(request, made, { seen, encoded, form });
  };

  return {
    methods: GRAPHQL_METHODS,
    path: GRAPHQL_PATH,
    async handle(request) {
      const projectId = uuidOf(request, "projectId");
      if (request.method === "OPTIONS") return answerPreflight(request, GRAPHQL_METHODS.join(", "));
      const isPost = request.method === "POST";
      if (!isPost) requireNamed(request);
      const seen = await tokenAuthenticatorOf(cache.host).open(bearerOf(request), projectId);
      try {
        await (isPost ? post(request, seen) : get(request, seen));
      } catch (thrown) {
        if (thrown instanceof NotPersisted)
          return sendText(request, {
            status: 200,
            parts: budgetedParts(notPersistedAnswer(thrown)),
            seen,
            encoded,
          });
        if (!isAboutQuery(thrown)) throw thrown;
        const { parts } = refused([formatError(thrown, { requestId: request.requestId, log })]);
        await sendText(request, { status: 400, parts, seen, encoded });
      }
    },
  };
}

/**
 * Returns a key of the unread request: repeated requests come with the same bytes, or at the same address.
 */
const questionOf = (asked: Buffer | string): string =>
  `graphql ${typeof asked === "string" ? "at " : ""}${hash("sha256", asked, "base64url")}`;

const bodyOf = ({ seen }: ReadContext, { parts }: Outcome, { types, documentIds, window }: Made): Body =>
  makeBody(parts, {
    wideTags: [`project:${seen.project.id}`, ...[...types].map((type) => `type:${type}`)],
    tags: [...documentIds].map((id) => `document:${id}`),
    window,
  });
