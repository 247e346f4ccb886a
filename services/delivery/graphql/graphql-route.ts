import { hash } from "node:crypto";
import type { Config } from "../../../runtime/config/load-config.js";
import type { EdgeRequest, EdgeRoute } from "../../../runtime/edge.js";
import { answerPreflight, bearerOf, uuidOf } from "../rest/answer.js";
import { perspectiveOf, readPerspective } from "../rest/read-request.js";
import type { ContentCache } from "../serving/content-cache.js";
import { answerKeyOf } from "../serving/kept-bodies.js";
import { viewOf } from "../serving/view.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { type Limits, MAX_DEPTH } from "./bounds/limits.js";
import { Introspection } from "./introspection/introspection.js";
import { GRAPHQL_METHODS, GRAPHQL_PATH } from "./path.js";
import { readBody, readRequest } from "./read-request.js";
import { formatError, isAboutQuery, refused, run } from "./run.js";
import { Schemas } from "./schemas.js";
import { sendText } from "./send-text.js";

const limitsOf = ({ graphqlMaxAliases, graphqlMaxCost }: Config): Limits => ({
  depth: MAX_DEPTH,
  aliases: graphqlMaxAliases,
  cost: graphqlMaxCost,
});

/** POST, the only method (decisions 11): token, then the body, then its query. */
export function graphqlRoute(cache: ContentCache): EdgeRoute {
  const schemas = new Schemas();
  const introspection = new Introspection();
  const limits = limitsOf(cache.host.config);
  const { log } = cache.host;

  const answer = async (request: EdgeRequest, projectId: string): Promise<void> => {
    const { requestId } = request;
    const seen = await tokenAuthenticatorOf(cache.host).open(bearerOf(request), projectId);
    try {
      const perspective = perspectiveOf(readPerspective(request.query), seen);
      const body = await readBody(request);
      const view = await viewOf(cache, seen, perspective);
      const key = answerKeyOf(view, questionOf(body));
      const known = await cache.bodies.find(view, key);
      if (known !== undefined) return sendText(request, { status: 200, parts: known.parts, seen });
      const { isRun, parts, kept } = await run(view, readRequest(body), {
        schemas,
        introspection,
        limits,
        requestId,
        log,
      });
      if (kept !== null) cache.bodies.keep(view, key, { parts, etag: "", cacheTag: "", window: kept.window });
      sendText(request, { status: isRun ? 200 : 400, parts, seen });
    } catch (thrown) {
      if (!isAboutQuery(thrown)) throw thrown;
      const { parts } = refused([formatError(thrown, { requestId, log })]);
      sendText(request, { status: 400, parts, seen });
    }
  };

  return {
    methods: GRAPHQL_METHODS,
    path: GRAPHQL_PATH,
    async handle(request) {
      const projectId = uuidOf(request, "projectId");
      if (request.method === "OPTIONS") return answerPreflight(request, GRAPHQL_METHODS.join(", "));
      await answer(request, projectId);
    },
  };
}

/** Tells questions apart, before they are read: who asks often asks in the same bytes. */
const questionOf = (body: Buffer): string => `graphql ${hash("sha256", body, "base64url")}`;
