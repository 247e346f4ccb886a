import { z } from "zod";
import { signMedia, storageObject, type StorageObjectView } from "../../contracts/storage.js";
import { libraryUrl } from "./library-url.js";
import type { ToolCall } from "./tool.js";

export const agentAsset = storageObject.extend({
  downloadUrl: z.string().describe("Link that opens for 24 hours without sign-in."),
  thumbDownloadUrl: z
    .string()
    .optional()
    .describe("Link of the thumbnail of an image or video, which opens as downloadUrl does."),
  libraryUrl: z.string().describe("Permanent page for the signed-in person."),
});
export type AgentAsset = z.infer<typeof agentAsset>;

/**
 * Presents objects that the caller may read to agents, with URLs signed in one call. An object that was
 * deleted meanwhile is left out.
 */
export async function presentAssets(
  call: ToolCall,
  objects: readonly StorageObjectView[],
  options: { thumbs: boolean },
): Promise<AgentAsset[]> {
  if (objects.length === 0) return [];
  const signed = await call.call(signMedia, {
    storageIds: objects.map(({ storageId }) => storageId),
    longLived: true,
    thumbs: options.thumbs,
  });
  const byId = new Map(signed.objects.map((object) => [object.storageId, object]));
  return objects.flatMap((object) => {
    const urls = byId.get(object.storageId);
    if (urls === undefined) return [];
    return {
      ...object,
      downloadUrl: urls.url,
      ...(urls.thumbUrl !== null && { thumbDownloadUrl: urls.thumbUrl }),
      libraryUrl: libraryUrl(call.host, object.storageId),
    };
  });
}
