import { LRUCache } from "lru-cache";
import { notFound } from "../../../contracts/errors.js";
import { AdmissionFilter, type Body } from "../../../engines/response-cache/index.js";
import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import type { Perspective } from "../../content/index.js";
import type { ContentCache } from "../serving/content-cache.js";
import { type ReadContext, readContextOf, requirePerspective } from "../serving/read-context.js";
import { sendBody } from "../serving/send-body.js";
import { tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { READ_METHODS } from "./paths.js";
import type { ReadParameters } from "./read-request.js";
import type { TokenSeen } from "../tokens/token.repository.js";

/** Makes the response of a request that a token has opened. */
export type Answer = (cache: ContentCache, request: EdgeRequest, seen: TokenSeen) => Promise<Body>;

/** Makes a route that a delivery token opens. */
export const readRoute = (cache: ContentCache, path: string, answer: Answer): EdgeRoute => ({
  methods: READ_METHODS,
  path,
  async handle(request) {
    const [projectId = ""] = Object.keys(request.params).map((name) => uuidOf(request, name));
    if (request.method === "OPTIONS") return answerPreflight(request, READ_METHODS.join(", "));
    const seen = await tokenAuthenticatorOf(cache.host).open(bearerOf(request), projectId);
    await sendBody(request, await answer(cache, request, seen), { seen, encoded: cache.responses.encoded });
  },
});

/**
 * Makes the answer of a route from the parameters of the request. An error in the parameters alone is
 * reported before an error about what the token may see.
 */
export const answerBy =
  <Input>(
    requests: ParsedRequests,
    readParameters: (request: EdgeRequest) => ReadParameters<Input>,
    read: (context: ReadContext, input: Input, request: EdgeRequest) => Pick<ParsedRequest, "key" | "answer">,
  ): Answer =>
  async (cache, request, seen) => {
    const url = request.req.url ?? "";
    const known = requests.get(url);
    if (known !== undefined) {
      const context = await readContextOf(cache, seen, requirePerspective(known.perspective, seen));
      if (known.modelRevision === context.model.revision) return respond(context, known);
    }
    const { input, perspective } = readParameters(request);
    const context = await readContextOf(cache, seen, requirePerspective(perspective, seen));
    const asked = read(context, input, request);
    const modelRevision = context.model.revision;
    const parsed = { modelRevision, perspective, ...asked, responseKeys: {} };
    requests.keep(url, context, parsed);
    return respond(context, parsed);
  };

/** Returns a cached response that still holds, or makes a new one. */
export function respond(
  context: ReadContext,
  { key, responseKeys, answer }: Pick<ParsedRequest, "key" | "responseKeys" | "answer">,
): Promise<Body> {
  const responseKey = (responseKeys[context.perspective] ??= context.keyOf(key));
  const { responses, rooms } = context.cache;
  return responses.getOrMake(responseKey, context, () => rooms.make(context, answer));
}

/** Returns the secret of the Authorization header, or null. Cookies do not count here. */
export function bearerOf({ req }: EdgeRequest): string | null {
  const match = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/**
 * Returns an id of the path in lower case. Ids are UUIDs in any case; anything else is an unknown route,
 * before authentication (rules/delivery 5).
 */
export function uuidOf({ req, params }: EdgeRequest, name: string): string {
  const id = (params[name] ?? "").toLowerCase();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw notFound(`There is no ${req.method} ${req.url?.split("?")[0]}: ${name} must be a UUID.`);
}

/** Answers a preflight request. */
export function answerPreflight({ req, res, headers }: EdgeRequest, methods: string): void {
  const asked = req.headers["access-control-request-headers"];
  res.writeHead(204, {
    ...headers,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": asked ?? "Authorization, Content-Type, If-None-Match",
    "access-control-max-age": "86400",
    "content-length": 0,
  });
  res.end();
}

/** A URL, parsed with the types and locales of a content model. */
export interface ParsedRequest {
  /** The revision of the content model. */
  modelRevision: number;
  /** The perspective that the URL names; undefined when it names none. */
  perspective: Perspective | undefined;
  /** The normal form of the question: URLs that ask the same in different spellings have the same key. */
  key: string;
  /**
   * The cache keys of the responses, each made when it is first needed. They are long, so a text is hashed
   * only once.
   */
  responseKeys: Partial<Record<Perspective, string>>;
  /** Makes the answer for a read context with the same content model. */
  answer(context: ReadContext): Promise<Body>;
}

const MAX = { max: 2000, maxSize: 2 * 2 ** 20 };
const PROJECTS = 1000;

/**
 * Parsed requests by URL, for URLs that came more than once. Requests that were parsed with an earlier
 * content model are forgotten.
 */
export class ParsedRequests {
  readonly #admission = new AdmissionFilter();
  readonly #cached = new LRUCache<string, { request: ParsedRequest; projectId: string }>({
    ...MAX,
    sizeCalculation: ({ request: { key } }, url) => 2 * key.length + url.length,
  });
  readonly #models = new LRUCache<string, number>({ max: PROJECTS });

  get(url: string): ParsedRequest | undefined {
    return this.#cached.get(url)?.request;
  }

  /** Keeps a parsed request whose URL came before. */
  keep(url: string, { project, model }: ReadContext, request: ParsedRequest): void {
    if (!this.#admission.admit(url)) return;
    if (this.#models.get(project.id) !== model.revision) this.#forget(project.id);
    this.#models.set(project.id, model.revision);
    this.#cached.set(url, { request, projectId: project.id });
  }

  /** Forgets the requests of a project: they hold the types of an earlier content model. */
  #forget(id: string): void {
    const cached = Array.from(this.#cached.entries());
    for (const [url, { projectId }] of cached) if (projectId === id) this.#cached.delete(url);
  }
}
