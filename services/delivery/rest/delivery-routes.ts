import type { EdgeRequest, EdgeRoute } from "../../../runtime/edge.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { BodyWriter, partsOf } from "../serving/body-writer.js";
import { type Body, makeBody } from "../serving/body.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage, type Rendered } from "../serving/render-page.js";
import { answerKeyOf } from "../serving/kept-bodies.js";
import type { Question } from "../serving/known-questions.js";
import type { ContentCache } from "../serving/content-cache.js";
import { type View, viewOf } from "../serving/view.js";
import { type TokenSeen, tokenAuthenticatorOf } from "../tokens/authenticate-token.js";
import { answerPreflight, bearerOf, sendBody, uuidOf } from "./answer.js";
import { answerAllowance, readSpending } from "./answer-size.js";
import { Expanded } from "./expanded.js";
import { PATHS, READ_METHODS } from "./paths.js";
import { contextOf } from "./query-context.js";
import {
  type ListInput,
  type ReadParameters,
  perspectiveOf,
  readListParameters,
  readSingleParameters,
  type SingleInput,
} from "./read-request.js";
import { findSingle } from "./find-single.js";
import { singleReadOf } from "./single-read.js";

type Answer = (cache: ContentCache, request: EdgeRequest, seen: TokenSeen) => Promise<Body>;

/** The routes of readers (spec: Content delivery): only a delivery token opens them. */
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
    await sendBody(request, await answer(cache, request, seen), { seen, encoded: cache.bodies.encoded });
  },
});

/** What is wrong with the parameters alone is said before what the token may see. */
const answerBy =
  <Input>(
    readParameters: (request: EdgeRequest) => ReadParameters<Input>,
    read: (view: View, input: Input, request: EdgeRequest) => Pick<Question, "key" | "answer">,
  ): Answer =>
  async (cache, request, seen) => {
    const { questions } = cache;
    const url = request.req.url ?? "";
    const known = questions.get(url);
    if (known !== undefined) {
      const view = await viewOf(cache, seen, perspectiveOf(known.perspective, seen));
      if (known.shape === view.shape.revision) return cached(view, known);
    }
    const { input, perspective } = readParameters(request);
    const view = await viewOf(cache, seen, perspectiveOf(perspective, seen));
    const asked = read(view, input, request);
    const question = { shape: view.shape.revision, perspective, ...asked, answerKeys: {} };
    questions.keep(url, view, question);
    return cached(view, question);
  };

/** An answer that was given before and still holds, or a new one. */
async function cached(
  view: View,
  { key, answerKeys, answer }: Pick<Question, "key" | "answerKeys" | "answer">,
): Promise<Body> {
  const { bodies, inMaking } = view.cache;
  const answerKey = (answerKeys[view.perspective] ??= answerKeyOf(view, key));
  const known = await bodies.find(view, answerKey);
  if (known !== undefined) return known;
  return inMaking.share(view, key, async () => {
    const made = await answer(view);
    bodies.keep(view, answerKey, made);
    return made;
  });
}

const tagsOf = ({ seen }: View, { documentIds, types }: Pick<Rendered, "documentIds" | "types">) => ({
  wideTags: [`project:${seen.project.id}`, ...[...types].map((type) => `type:${type}`)],
  tags: [...documentIds].map((id) => `document:${id}`),
});

function readList(reader: View, input: ListInput) {
  const type = reader.shape.types.get(input.type);
  if (type === undefined)
    throw refusal(`type: there is no "${input.type}"; ${thereAre(reader.shape.types.keys())}.`);
  const query = parseQuery(contextOf(reader.shape, type.schema), input);
  const projection = Expanded.selected(query);
  return {
    key: `list ${type.id} ${query.key}`,
    async answer(view: View) {
      const spending = readSpending();
      const { placed, total } = await listTexts(view, type, query, { projection, made: spending.made });
      const rendered = await renderPage(view, placed, spending);
      rendered.types.add(type.name);
      const { limit, offset } = query;
      const out = new BodyWriter(answerAllowance());
      out.write('{"documents":[');
      rendered.write(placed, out);
      out.write(`],${JSON.stringify({ total, limit, offset }).slice(1)}`);
      return makeBody(out.end(), { ...tagsOf(view, rendered), window: rendered.window });
    },
  };
}

function readSingle(_reader: View, { input, way }: SingleInput, request: EdgeRequest) {
  const id = uuidOf(request, "id");
  return {
    key: `single ${id} ${way}`,
    async answer(view: View) {
      const placed = await findSingle(view, id, singleReadOf(view.shape, input, way));
      const rendered = await renderPage(view, [placed], readSpending());
      const out = new BodyWriter(answerAllowance());
      out.write('{"document":');
      rendered.write([placed], out);
      out.write("}");
      return makeBody(out.end(), { ...tagsOf(view, rendered), window: rendered.window });
    },
  };
}

/** decisions 11: the project's schemas and its locales. */
const answerTypes: Answer = async (cache, _request, seen) => {
  const view = await viewOf(cache, seen, "drafts");
  return cached(view, { key: "types", answerKeys: {}, answer: async () => makeTypes(view) });
};

function makeTypes(view: View): Body {
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
