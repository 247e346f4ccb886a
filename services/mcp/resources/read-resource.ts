import { readDocument } from "../../../contracts/content-documents.js";
import { notFound } from "../../../contracts/errors.js";
import { resolveProject } from "../../../contracts/projects.js";
import { getStorage } from "../../../contracts/storage.js";
import { presentAssets } from "../present-asset.js";
import type { ToolCall } from "../tool.js";
import type { ResourceKind } from "./uris.js";

/**
 * Reads the thing that a URI names, as JSON. Throws `not_found` for a thing that does not exist, or is in
 * another project.
 */
export const READ: Record<ResourceKind, (call: ToolCall, projectId: string, id: string) => Promise<object>> =
  {
    async documents(call, projectId, id) {
      await call.longTurn();
      const read = await call.call(readDocument, { id });
      if (read.document.projectId !== projectId) throw notFound("Unknown document.");
      return read;
    },
    async assets(call, projectId, storageId) {
      await call.call(resolveProject, { projectId });
      const { object } = await call.call(getStorage, { storageId });
      const [asset] = await presentAssets(call, [object], { thumbs: true });
      if (asset === undefined) throw notFound("Unknown storage object.");
      return asset;
    },
  };
