import { setImmediate } from "node:timers/promises";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import type {
  ContentDocumentView,
  ContentTitleView,
  listTitles as contract,
} from "../../../contracts/content-documents.js";
import type { Host } from "../../../runtime/process/host.js";
import { currentDeadline } from "../../../runtime/concurrency/current-call.js";
import { readWithoutPublished } from "./document-list.repository.js";
import { findPage, presentRows } from "./list-documents.js";
import { within } from "./page-of-drafts.js";

/**
 * Returns the documents that `listDocuments` finds, without their content. Titles and coverage are made from
 * drafts, which are read a few at a time, so a page of large documents is listed too.
 */
export async function listTitles(
  host: Pick<Host, "longRead" | "tasks">,
  query: ParamsOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
  const { page, total, typeContext } = await findPage(host, query);
  const documents: ContentTitleView[] = [];
  for (let rest = page; rest.length > 0;) {
    const batch = within(rest);
    const ids = batch.map(({ id }) => id);
    const rows = await readWithoutPublished(host.longRead, ids);
    documents.push(...(await presentRows(host.longRead, rows, typeContext)).map(titleOnly));
    currentDeadline()?.refuseLate();
    // An embedded database answers without leaving the event loop, so the loop is released here.
    await setImmediate();
    rest = rest.slice(batch.length);
  }
  return { documents, total, limit: query.limit, offset: query.offset };
}

function titleOnly({
  draft: _draft,
  published: _published,
  ...title
}: ContentDocumentView): ContentTitleView {
  return title;
}
