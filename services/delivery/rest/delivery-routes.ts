import type { EdgeRequest, EdgeRoute } from "../../../runtime/http/edge.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { type Body, BodyWriter, makeBody } from "../../../engines/response-cache/index.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage, type Rendered } from "../serving/render-page.js";
import type { ContentCache } from "../serving/content-cache.js";
import { queryContextOf, type ReadContext, readContextOf } from "../serving/read-context.js";
import { budgetedParts, readSpending, restBudget } from "../serving/response-budget.js";
import { Expanded } from "./expanded.js";
import { PATHS } from "./paths.js";
import {
  type ListInput,
  readListParameters,
  readSingleParameters,
  type SingleInput,
} from "./read-request.js";
import { type Answer, answerBy, ParsedRequests, readRoute, respond, uuidOf } from "./read-route.js";
import { findSingle, singleReadOf } from "./single-read.js";

/** Returns the routes of readers; only a delivery token opens them (rules/delivery 1). */
export function deliveryRoutes(cache: ContentCache): EdgeRoute[] {
  const requests = new ParsedRequests();
  return [
    readRoute(cache, PATHS.list, answerBy(requests, readListParameters, readList)),
    readRoute(cache, PATHS.single, answerBy(requests, readSingleParameters, readSingle)),
    readRoute(cache, PATHS.types, answerTypes),
  ];
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

/** Answers with the project's schemas and its locales (rules/delivery 17). */
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
