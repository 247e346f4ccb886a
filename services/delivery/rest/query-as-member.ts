import { queryDocuments } from "../../../contracts/delivery.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { readHead } from "../../changes/index.js";
import type { ProjectSeen } from "../../projects/index.js";
import { parseQuery } from "../query/parse-query.js";
import { refusal, thereAre } from "../query/refusal.js";
import type { ContentCache } from "../serving/content-cache.js";
import type { DocumentText } from "../serving/document-text.js";
import { listTexts } from "../serving/list-documents.js";
import type { Placed } from "../serving/projection.js";
import { queryContextOf, readContextOf } from "../serving/read-context.js";
import { nodeBudget } from "../serving/response-budget.js";
import { Expanded } from "./expanded.js";
import { readListParameters } from "./read-request.js";

type Query = ParamsOf<typeof queryDocuments>;

/**
 * Answers a query of a node of a workflow, in the name of a project's member, like a preview token's, but with the
 * ids of media alone. Throws the errors of delivery, and refuses documents of over 1 MB together.
 */
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
  const projection = Expanded.selected(parsed);
  const budget = nodeBudget();
  // A page that changes while it is read is made again: a document counts once, with its largest text.
  const counted = new Map<string, number>();
  const count = (text: DocumentText): void => {
    const before = counted.get(text.id) ?? 0;
    const size = Math.max(before, sizeOf(text));
    counted.set(text.id, size);
    budget.spend(0, size - before);
  };
  const { placed, total } = await cache.rooms.make(context, (inRoom) =>
    listTexts(inRoom, type, parsed, { projection, made: count }),
  );
  // Those that were cached are not made.
  for (const { text } of placed) count(text);
  // Many nodes of a run ask at once.
  await loopTurns.pause();
  const versions = Object.fromEntries(placed.map(({ text: { id: of, version } }) => [of, version]));
  return { documents: JSON.parse(jsonOf(placed)), versions, total };
}

const media = (storageId: string): string => JSON.stringify({ storageId });
const MEDIA_BYTES = media("00000000-0000-0000-0000-000000000000").length;

const sizeOf = ({ text, placeholders }: DocumentText): number =>
  text.bytes.length + MEDIA_BYTES * placeholders.length;

/** Returns documents as a JSON array. Media are their ids alone: URLs expire, and nodes hand the ids on. */
function jsonOf(placed: readonly Placed[]): string {
  const documents = placed.map(({ text: { text, placeholders } }) => {
    let json = "";
    let start = 0;
    for (const placeholder of placeholders) {
      json += text.bytes.toString("utf8", start, placeholder.at);
      json += placeholder.kind === "media" ? media(placeholder.storageId) : "null";
      start = placeholder.at;
    }
    return json + text.bytes.toString("utf8", start);
  });
  return `[${documents.join()}]`;
}
