import { comparedChain } from "../../../contracts/content-reading.js";
import { readHead } from "../../changes/index.js";
import { type ContentType, type PayloadRow, type Perspective, readPayloads } from "../../content/index.js";
import type { ContentQuery } from "../query/parse-query.js";
import type { IndexPage } from "../read-model/query-engine.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import type { ProjectContent, ProjectShape } from "./project-content.js";
import type { Shelf } from "./shelf.js";

/** What a request reads: a project as of a revision, as a perspective sees it. */
export interface View {
  shelf: Shelf;
  seen: TokenSeen;
  project: ProjectContent;
  shape: ProjectShape;
  perspective: Perspective;
  revision: number;
}

/** How often a page is asked for whose documents change while they are read. */
const ATTEMPTS = 5;

/**
 * The rows of a page in its order, with the exact total of all that match. When a document changed after the index was
 * asked, the index is asked again: the rows are those that it found.
 */
export async function listRows(
  view: View,
  type: ContentType,
  query: Pick<ContentQuery, "where" | "sort" | "limit" | "offset" | "reading">,
): Promise<{ rows: PayloadRow[]; total: number }> {
  const { where, sort, limit, offset } = query;
  const chain = comparedChain(query.reading);
  for (let { revision } = view, attempt = 1; ; attempt++) {
    const page = await view.shelf.find({ ...view, type, revision }, { where, sort, limit, offset, chain });
    const rows = await rowsOf(view, page);
    const isSame = page.ids.every((id, at) => rows[at]?.id === id && rows[at]?.version === page.versions[at]);
    if (isSame || attempt === ATTEMPTS) return { rows, total: page.total };
    ({ revision } = await readHead(view.shelf.host.read, view.seen.project.id));
  }
}

/** Payloads of a page; one query for those that are not at hand. One that went since the index was asked is left out. */
async function rowsOf(
  { shelf, seen, perspective }: View,
  { ids, versions }: IndexPage,
): Promise<PayloadRow[]> {
  const keyOf = (id: string, version: number | undefined) => `${perspective} ${id} ${version}`;
  const rows = new Map<string, PayloadRow>();
  const missing: string[] = [];
  for (const [at, id] of ids.entries()) {
    const row = shelf.payloads.get(keyOf(id, versions[at]));
    if (row === undefined) missing.push(id);
    else rows.set(id, row);
  }
  for (const [id, row] of await readPayloads(shelf.host.read, seen.project.id, perspective, missing)) {
    rows.set(id, row);
    shelf.payloads.set(keyOf(id, row.version), row);
  }
  return ids.flatMap((id) => rows.get(id) ?? []);
}
