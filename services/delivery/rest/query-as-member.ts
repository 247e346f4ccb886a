import { queryDocuments } from "../../../contracts/delivery.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { readHead } from "../../changes/index.js";
import type { ProjectSeen } from "../../projects/index.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import { BodyWriter } from "../../../engines/response-cache/index.js";
import type { ContentCache } from "../serving/content-cache.js";
import { listTexts } from "../serving/list-documents.js";
import { renderPage } from "../serving/render-page.js";
import { queryContextOf, readContextOf } from "../serving/read-context.js";
import { restBudget, readSpending } from "../serving/response-budget.js";
import { Expanded } from "./expanded.js";
import { readListParameters } from "./read-request.js";

type Query = ParamsOf<typeof queryDocuments>;

/** Answers a query of a project's member like a preview token's. Throws the errors of delivery. */
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
  const context = await readContextOf(cache, reader, perspective);
  const type = context.model.types.get(input.type);
  if (type === undefined)
    throw refusal(`type: there is no "${input.type}"; ${thereAre(context.model.types.keys())}.`);
  const parsed = parseQuery(queryContextOf(context.model, type), input);
  const spending = readSpending();
  const projection = Expanded.selected(parsed);
  const { placed, total } = await listTexts(context, type, parsed, { projection, made: spending.made });
  const rendered = await renderPage(context, placed, spending);
  const out = new BodyWriter(restBudget());
  out.write("[");
  rendered.write(placed, out);
  out.write("]");
  const text = Buffer.concat(out.end().buffers).toString();
  const versions = Object.fromEntries(placed.map(({ text: { id: of, version } }) => [of, version]));
  return { documents: JSON.parse(text), versions, total };
}
