import { randomUUID } from "node:crypto";
import { ContentDocument } from "../../../entities/content-document.js";
import { ContentRevision } from "../../../entities/content-revision.js";
import type { Site } from "../open-site.js";
import { insertMany } from "./insert-backlog.js";

interface OfType {
  projectId: string;
  typeId: string;
  type: string;
}

/** Inserts drafts of a type as rows, each of a given number of characters, with a history of snapshots that are as large. */
export const insertDocuments = (
  site: Pick<Site, "env" | "folder">,
  of: OfType,
  { documents, revisions, characters }: { documents: number; revisions: number; characters: number },
): Promise<void> =>
  insertMany(
    site,
    documents,
    async (tx, from, to) => {
      for (let at = from; at < to; at += 1) {
        const draft = { title: "x".repeat(characters) };
        const document = documentOf(of, draft, revisions);
        await tx.insert(ContentDocument, document as never);
        for (let seq = 1; seq <= revisions; seq += 1)
          await tx.insert(ContentRevision, revisionOf(document, seq));
      }
    },
    Math.max(1, Math.floor(40_000_000 / (characters * (revisions + 1) + 1000))),
  );

function documentOf({ projectId, typeId, type }: OfType, draft: { title: string }, revisions: number) {
  const now = Date.now();
  return {
    id: randomUUID(),
    projectId,
    typeId,
    type,
    status: "draft" as const,
    draftVersion: revisions + 1,
    isValid: true,
    schemaVersion: 1,
    draftBytes: draft.title.length + 12,
    publishedVersion: null,
    publishedAt: null,
    firstPublishedAt: null,
    createdById: null,
    createdAt: now,
    updatedAt: now,
    titleKey: "",
    filledHash: "",
    history: { id: randomUUID(), seq: revisions + 1, kind: "draft", by: null, at: now, drafts: 0 },
    title: null,
    searchTitle: "",
    filled: "",
    draft,
    published: null,
  };
}

const revisionOf = ({ id, projectId, createdAt, draft }: ReturnType<typeof documentOf>, seq: number) => ({
  id: randomUUID(),
  projectId,
  documentId: id,
  seq,
  kind: "publish" as const,
  version: seq,
  schemaVersion: 1,
  createdById: null,
  actor: null,
  createdAt,
  payload: draft,
});
