import { queryDocuments } from "../../../contracts/delivery.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { readHead } from "../../changes/index.js";
import type { ProjectSeen } from "../../projects/index.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { BodyWriter } from "../serving/body-writer.js";
import type { ContentCache } from "../serving/content-cache.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage } from "../serving/render-page.js";
import { viewOf } from "../serving/view.js";
import { answerAllowance, readSpending } from "./answer-size.js";
import { Expanded } from "./expanded.js";
import { contextOf } from "./query-context.js";
import { readListParameters } from "./read-request.js";

type Query = ParamsOf<typeof queryDocuments>;

/** What a reader with a token would get, for a member of the project. Throws what delivery refuses. */
export async function queryAsMember(
  cache: ContentCache,
  { project }: ProjectSeen,
  { projectId: _projectId, perspective, limit, ...given }: Query,
): Promise<ResultOf<typeof queryDocuments>> {
  const head = await readHead(cache.host.read, project.id);
  const { id, ownerId, isDefault } = project;
  const reader = { tokenId: "", mode: "preview" as const, project: { id, ownerId, isDefault }, ...head };
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, value);
  const { input } = readListParameters({ query });
  const view = await viewOf(cache, reader, perspective);
  const type = view.shape.types.get(input.type);
  if (type === undefined)
    throw refusal(`type: there is no "${input.type}"; ${thereAre(view.shape.types.keys())}.`);
  const parsed = parseQuery(contextOf(view.shape, type.schema), input);
  const spending = readSpending();
  const projection = Expanded.selected(parsed);
  const { placed, total } = await listTexts(view, type, parsed, { projection, made: spending.made });
  const rendered = await renderPage(view, placed, spending);
  const out = new BodyWriter(answerAllowance());
  out.write("[");
  rendered.write(placed, out);
  out.write("]");
  const text = Buffer.concat(out.end().buffers).toString();
  const versions = Object.fromEntries(placed.map(({ text: { id: of, version } }) => [of, version]));
  return { documents: JSON.parse(text), versions, total };
}
