import type { EdgeRequest, EdgeRoute } from "../../../runtime/edge.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { BodyWriter, partsOf } from "../serving/body-writer.js";
import { type Joined, makeBody } from "../serving/body.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage, type Rendered } from "../serving/render-page.js";
import type { ContentCache } from "../serving/content-cache.js";
import { type View, viewOf } from "../serving/view.js";
import { type TokenSeen, tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { allowAnyOrigin, answerPreflight, bearerOf, sendBody, uuidOf } from "./answer.js";
import { Expanded } from "./expanded.js";
import { PATHS, READ_METHODS } from "./paths.js";
import { contextOf } from "./query-context.js";
import { readInput, readListInput, readPerspective } from "./read-request.js";
import { findSingle } from "./find-single.js";

type Work = (cache: ContentCache, request: EdgeRequest, seen: TokenSeen) => Promise<Joined>;

/** The routes of readers (spec: Content delivery): only a delivery token opens them. */
export const deliveryRoutes = (cache: ContentCache): EdgeRoute[] => [
  readRoute(cache, PATHS.list, listDocuments),
  readRoute(cache, PATHS.single, getDocument),
  readRoute(cache, PATHS.types, listTypes),
];

const readRoute = (cache: ContentCache, path: string, work: Work): EdgeRoute => ({
  methods: READ_METHODS,
  path,
  async handle(request) {
    allowAnyOrigin(request);
    const [projectId = ""] = Object.keys(request.params).map((name) => uuidOf(request, name));
    if (request.method === "OPTIONS") return answerPreflight(request, READ_METHODS.join(", "));
    const seen = await tokenAuthenticatorOf(cache.host).open(bearerOf(request), projectId);
    sendBody(request, await work(cache, request, seen), seen.mode);
  },
});

/** An answer that was given before and still holds, or a new one. */
async function cached(view: View, question: string, make: () => Promise<Joined>): Promise<Joined> {
  const { bodies } = view.cache;
  const known = await bodies.find(view, question);
  if (known !== undefined) return known;
  const made = await make();
  bodies.keep(view, question, made.body);
  return made;
}

const tagsOf = ({ seen }: View, { documentIds, types }: Pick<Rendered, "documentIds" | "types">) => ({
  wideTags: [`project:${seen.project.id}`, ...[...types].map((type) => `type:${type}`)],
  tags: [...documentIds].map((id) => `document:${id}`),
});

const listDocuments: Work = async (cache, { query: parameters }, seen) => {
  const input = readListInput(parameters);
  const view = await viewOf(cache, seen, readPerspective(parameters, seen));
  const type = view.shape.types.get(input.type);
  if (type === undefined)
    throw refusal(`type: there is no "${input.type}"; ${thereAre(view.shape.types.keys())}.`);
  const query = parseQuery(contextOf(view, type.schema), input);
  return cached(view, `list ${type.id} ${query.key}`, async () => {
    const { placed, total } = await listTexts(view, type, query, Expanded.selected(query));
    const rendered = await renderPage(view, placed);
    rendered.types.add(type.name);
    const { limit, offset } = query;
    const out = new BodyWriter();
    out.write('{"documents":[');
    rendered.write(placed, out);
    out.write(`],${JSON.stringify({ total, limit, offset }).slice(1)}`);
    return makeBody(out.end(), { ...tagsOf(view, rendered), window: rendered.window });
  });
};

const getDocument: Work = async (cache, request, seen) => {
  const id = uuidOf(request, "id");
  const input = readInput(request.query);
  const view = await viewOf(cache, seen, readPerspective(request.query, seen));
  const question = `single ${id} ${JSON.stringify(input)}`;
  return cached(view, question, async () => {
    const placed = await findSingle(view, id, input);
    const rendered = await renderPage(view, [placed]);
    const out = new BodyWriter();
    out.write('{"document":');
    rendered.write([placed], out);
    out.write("}");
    return makeBody(out.end(), { ...tagsOf(view, rendered), window: rendered.window });
  });
};

/** decisions 11: the project's schemas and its locales. */
const listTypes: Work = async (cache, _request, seen) => {
  const view = await viewOf(cache, seen, "drafts");
  return cached(view, "types", async () => makeTypes(view));
};

function makeTypes(view: View): Joined {
  const types = [...view.shape.types.values()].map(({ name, title, description, latestVersion, schema }) => ({
    name,
    title,
    description,
    version: latestVersion,
    schema,
  }));
  const { locales, defaultLocale } = view.shape.locales;
  const names = new Set(types.map(({ name }) => name));
  return makeBody(partsOf(JSON.stringify({ types, locales, defaultLocale, total: types.length })), {
    ...tagsOf(view, { documentIds: new Set(), types: names }),
    window: null,
  });
}
