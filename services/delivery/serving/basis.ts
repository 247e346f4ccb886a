import { hash } from "node:crypto";
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
  /** Files that are named, also those that the project does not have. */
  readonly storageIds = new Set<string>();
  readonly pages: FoundPage[] = [];
}

/** A basis as it is kept: of pages it knows only whether the read model still finds them. */
export interface KeptBasis {
  documentIds: readonly string[];
  storageIds: readonly string[];
  pages: readonly { typeId: string; query: IndexQuery; digest: string }[];
}

export const keptBasis = ({ documentIds, storageIds, pages }: Basis): KeptBasis => ({
  documentIds: [...documentIds],
  storageIds: [...storageIds],
  pages: pages.map(({ type, query, page }) => ({ typeId: type.id, query, digest: digestOf(page) })),
});

/** About how many bytes of memory it takes. */
export const bytesOf = ({ documentIds, storageIds, pages }: KeptBasis): number =>
  1100 * pages.length + 80 * (documentIds.length + storageIds.length) + 200;

/** Tells pages apart: by the total, and by the versions of their documents in their order. */
export const digestOf = ({ total, ids, versions }: IndexPage): string =>
  hash("sha256", `${total} ${ids.join()} ${versions.join()}`, "base64url");
