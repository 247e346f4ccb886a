import { listTitles } from "../../../contracts/content-documents.js";
import { invalidParams } from "../../../contracts/errors.js";
import { listStorage } from "../../../contracts/storage.js";
import { projectOf } from "../project-of.js";
import type { ToolCall } from "../tool.js";
import { KINDS, type ResourceKind, uriOf } from "./uris.js";

/** Resources on a page, so that a page stays well under 20 KB. */
const PAGE = 50;
const MAX_OFFSET = 10_000_000;

export interface ListedResource {
  [key: string]: unknown;
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/**
 * Lists the documents of the account's default project, then its files, each newest first. Other resources
 * are read by their URI.
 */
export async function listResources(
  call: ToolCall,
  opened: readonly ResourceKind[],
  cursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const [first] = opened;
  if (first === undefined) return { resources: [] };
  const { kind, offset } = cursor === undefined ? { kind: first, offset: 0 } : readCursor(cursor, opened);
  const page = await PAGES[kind](call, offset);
  const next = page.hasMore ? { kind, offset: offset + PAGE } : after(kind, opened);
  return {
    resources: page.resources,
    ...(next !== null && {
      nextCursor: Buffer.from(`${next.kind}:${next.offset}`).toString("base64url"),
    }),
  };
}

interface Page {
  resources: ListedResource[];
  hasMore: boolean;
}

const PAGES: Record<ResourceKind, (call: ToolCall, offset: number) => Promise<Page>> = {
  async documents(call, offset) {
    const projectId = await projectOf(call, null);
    await call.longTurn();
    const { documents, total } = await call.call(listTitles, { projectId, limit: PAGE, offset });
    return {
      resources: documents.map((document) => ({
        uri: uriOf(projectId, "documents", document.id),
        name: document.id,
        title: (document.title ?? document.type).slice(0, 80),
        description: `A document of the type ${document.type}, ${document.status}.`,
        mimeType: "application/json",
      })),
      hasMore: offset + documents.length < total,
    };
  },
  async assets(call, offset) {
    const projectId = await projectOf(call, null);
    const { objects, total } = await call.call(listStorage, { limit: PAGE, offset });
    return {
      resources: objects.map(({ storageId, filename, contentType, origin }) => ({
        uri: uriOf(projectId, "assets", storageId),
        name: storageId,
        title: (filename ?? storageId).slice(0, 80),
        description: `A file of the type ${contentType}, ${origin === "generated" ? "generated" : "uploaded"}.`,
        mimeType: "application/json",
      })),
      hasMore: offset + objects.length < total,
    };
  },
};

function after(kind: ResourceKind, opened: readonly ResourceKind[]) {
  const next = opened[opened.indexOf(kind) + 1];
  return next === undefined ? null : { kind: next, offset: 0 };
}

function readCursor(cursor: string, opened: readonly ResourceKind[]): { kind: ResourceKind; offset: number } {
  const [, named, digits] = /^([a-z]+):(\d{1,8})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const kind = KINDS.find((each) => each === named && opened.includes(each));
  const offset = Number(digits);
  if (kind === undefined || offset > MAX_OFFSET)
    throw invalidParams("cursor must be the nextCursor of an earlier page.");
  return { kind, offset };
}
