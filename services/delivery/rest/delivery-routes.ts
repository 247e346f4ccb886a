import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { type Body, BodyWriter, makeBody } from "../../../engines/response-cache/index.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage, type Rendered } from "../serving/render-page.js";
import type { ParsedRequest } from "./parsed-requests.js";
import type { ContentCache } from "../serving/content-cache.js";
import { perspectiveOf, queryContextOf, type ReadContext, readContextOf } from "../serving/read-context.js";
import { type TokenSeen, tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { answerPreflight, bearerOf, sendBody, uuidOf } from "./answer.js";
import { budgetedParts, readSpending, restBudget } from "../serving/response-budget.js";
import { Expanded } from "./expanded.js";
import { PATHS, READ_METHODS } from "./paths.js";
import {
  type ListInput,
  type ReadParameters,
  readListParameters,
  readSingleParameters,
  type SingleInput,
} from "./read-request.js";
import { findSingle, singleReadOf } from "./single-read.js";

type Answer = (cache: ContentCache, request: EdgeRequest, seen: TokenSeen) => Promise<Body>;

/** The routes of readers (rules/delivery 1): only a delivery token opens them. */
export const deliveryRoutes = (cache: ContentCache): EdgeRoute[] => [
  readRoute(cache, PATHS.list, answerBy(readListParameters, readList)),
  readRoute(cache, PATHS.single, answerBy(readSingleParameters, readSingle)),
  readRoute(cache, PATHS.types, answerTypes),
];

const readRoute = (cache: ContentCache, path: string, answer: Answer): EdgeRoute => ({
  methods: READ_METHODS,
  path,
  async handle(request) {
    const [projectId = ""] = Object.keys(request.params).map((name) => uuidOf(request, name));
    if (request.method === "OPTIONS") return answerPreflight(request, READ_METHODS.join(", "));
    const seen = await tokenAuthenticatorOf(cache.host).open(bearerOf(request), projectId);
    await sendBody(request, await answer(cache, request, seen), { seen, encoded: cache.responses.encoded });
  },
});

/** What is wrong with the parameters alone is said before what the token may see. */
const answerBy =
  <Input>(
    readParameters: (request: EdgeRequest) => ReadParameters<Input>,
    read: (context: ReadContext, input: Input, request: EdgeRequest) => Pick<ParsedRequest, "key" | "answer">,
  ): Answer =>
  async (cache, request, seen) => {
    const url = request.req.url ?? "";
    const known = cache.requests.get(url);
    if (known !== undefined) {
      const context = await readContextOf(cache, seen, perspectiveOf(known.perspective, seen));
      if (known.modelRevision === context.model.revision) return respond(context, known);
    }
    const { input, perspective } = readParameters(request);
    const context = await readContextOf(cache, seen, perspectiveOf(perspective, seen));
    const asked = read(context, input, request);
    const modelRevision = context.model.revision;
    const parsed = { modelRevision, perspective, ...asked, responseKeys: {} };
    cache.requests.keep(url, context, parsed);
    return respond(context, parsed);
  };

/** A response that was given before and still holds, or a new one. */
function respond(
  context: ReadContext,
  { key, responseKeys, answer }: Pick<ParsedRequest, "key" | "responseKeys" | "answer">,
): Promise<Body> {
  const responseKey = (responseKeys[context.perspective] ??= context.keyOf(key));
  return context.cache.responses.getOrMake(responseKey, context, () => answer(context));
}

const tagsOf = ({ seen }: ReadContext, { documentIds, types }: Pick<Rendered, "documentIds" | "types">) => ({
  wideTags: [`project:${seen.project.id}`, ...[...types].map((type) => `type:${type}`)],
  tags: [...documentIds].map((id) => `document:${id}`),
});

function readList(reader: ReadContext, input: ListInput) {
  const type = reader.model.types.get(input.type);
  if (type === undefined)
    throw refusal(`type: there is no "${input.type}"; ${thereAre(reader.model.types.keys())}.`);
  const query = parseQuery(queryContextOf(reader.model, type), input);
  const projection = Expanded.selected(query);
  return {
    key: `list ${type.id} ${query.key}`,
    async answer(context: ReadContext) {
      const spending = readSpending();
      const { placed, total } = await listTexts(context, type, query, { projection, made: spending.made });
      const rendered = await renderPage(context, placed, spending);
      rendered.types.add(type.name);
      const { limit, offset } = query;
      const out = new BodyWriter(restBudget());
      out.write('{"documents":[');
      rendered.write(placed, out);
      out.write(`],${JSON.stringify({ total, limit, offset }).slice(1)}`);
      return makeBody(out.end(), { ...tagsOf(context, rendered), window: rendered.window });
    },
  };
}

function readSingle(_reader: ReadContext, { input, way }: SingleInput, request: EdgeRequest) {
  const id = uuidOf(request, "id");
  return {
    key: `single ${id} ${way}`,
    async answer(context: ReadContext) {
      const placed = await findSingle(context, id, singleReadOf(context.model, input, way));
      const rendered = await renderPage(context, [placed], readSpending());
      const out = new BodyWriter(restBudget());
      out.write('{"document":');
      rendered.write([placed], out);
      out.write("}");
      return makeBody(out.end(), { ...tagsOf(context, rendered), window: rendered.window });
    },
  };
}

/** The project's schemas and its locales (rules/delivery 17). */
const answerTypes: Answer = async (cache, _request, seen) => {
  const context = await readContextOf(cache, seen, "drafts");
  return respond(context, { key: "types", responseKeys: {}, answer: async () => makeTypes(context) });
};

function makeTypes(context: ReadContext): Body {
  const types = [...context.model.types.values()].map(
    ({ name, title, description, latestVersion, schema }) => ({
      name,
      title,
      description,
      version: latestVersion,
      schema,
    }),
  );
  const { locales, defaultLocale } = context.model.locales;
  const names = new Set(types.map(({ name }) => name));
  return makeBody(budgetedParts(JSON.stringify({ types, locales, defaultLocale, total: types.length })), {
    ...tagsOf(context, { documentIds: new Set(), types: names }),
    window: null,
  });
}
