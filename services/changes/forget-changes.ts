import { ContentChange } from "../../entities/content-change.js";
import { ContentHead } from "../../entities/content-head.js";
import { deleteBatch } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";

/** Deletes some of what a deleted project changed, and its head last. True: nothing is left. May be repeated. */
export const forgetChanges = async (host: Host, projectId: string): Promise<boolean> =>
  (await deleteBatch(host, ContentChange, { projectId })) &&
  (await deleteBatch(host, ContentHead, { id: projectId }));
