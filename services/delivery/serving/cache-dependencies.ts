import { hash } from "node:crypto";
import type { IndexPage, IndexQuery } from "../../../engines/document-index/index.js";
import type { Dependencies, ReadScope } from "./read-scope.js";
import type { TypeContents } from "./type-content.js";

/** Dependencies in the form in which they are cached: a page is only a query and the digest of its result. */
export interface CachedDependencies {
  documentIds: readonly string[];
  storageIds: readonly string[];
  pages: readonly { typeId: string; query: IndexQuery; digest: string }[];
}

/**
 * Returns the dependencies in the form in which a response is cached with them, and their approximate size in
 * bytes.
 */
export function cacheDependencies({ documentIds, storageIds, pages }: Dependencies): {
  dependencies: CachedDependencies;
  bytes: number;
} {
  const dependencies = {
    documentIds: [...documentIds],
    storageIds: [...storageIds],
    pages: pages.map(({ type, query, page }) => ({ typeId: type.id, query, digest: digestOf(page) })),
  };
  return { dependencies, bytes: 1100 * pages.length + 80 * (documentIds.size + storageIds.size) + 200 };
}

/**
 * Tells whether a response that was made at a revision would be made from the same rows now. Returns false
 * also when the changes since then are not known.
 */
export async function stillHold(
  scope: ReadScope,
  types: Pick<TypeContents, "find">,
  made: { dependencies: CachedDependencies; revision: number },
): Promise<boolean> {
  const { project, perspective, model, seen } = scope;
  const { documentIds, storageIds, pages } = made.dependencies;
  const range = { after: made.revision, upTo: scope.revision, perspective };
  if (!project.log.knows(range)) return false;
  for (const id of documentIds) if (!project.log.isUntouched(id, range)) return false;
  for (const id of storageIds) if (!project.log.hasSameFile(id, range)) return false;
  for (const { typeId, query, digest } of pages) {
    const type = model.typesById.get(typeId);
    if (type === undefined) return false;
    const { ownerId } = seen.project;
    const asked = { project, ownerId, model, type, perspective, revision: scope.revision };
    if (digestOf(await types.find(asked, query)) !== digest) return false;
  }
  return true;
}

/** Returns a digest that tells pages apart by their total and by the versions of their documents in order. */
const digestOf = ({ total, ids, versions }: IndexPage): string =>
  hash("sha256", `${total} ${ids.join()} ${versions.join()}`, "base64url");
