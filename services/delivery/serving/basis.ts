import type { ContentType } from "../../content/index.js";
import type { IndexPage, IndexQuery } from "../read-model/query-engine.js";

/** A page that the read model found. */
export interface FoundPage {
  type: ContentType;
  query: IndexQuery;
  page: IndexPage;
}

/** What an answer was made from; noted while it is made, so that it can be told later whether it still holds. */
export class Basis {
  /** Documents that were looked up by id, those that were not found too; those of pages are not among them. */
  readonly documentIds = new Set<string>();
  readonly pages: FoundPage[] = [];
  /** Whether the answer depends on the project's links to media. */
  hasMedia = false;
}

/** About how many bytes of memory it takes. */
export const bytesOf = ({ documentIds, pages }: Basis): number =>
  pages.reduce((sum, { page }) => sum + 1000 + 100 * page.ids.length, 100 * documentIds.size + 200);

/** Whether the read model finds the same versions of the same documents. */
export const isSamePage = (one: IndexPage, other: IndexPage): boolean =>
  one.total === other.total &&
  one.ids.length === other.ids.length &&
  one.ids.every((id, at) => id === other.ids[at] && one.versions[at] === other.versions[at]);
