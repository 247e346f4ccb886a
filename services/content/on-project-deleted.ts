import { ContentDocument } from "../../entities/content-document.js";
import { ContentDraftState } from "../../entities/content-draft-state.js";
import { ContentFormerFields } from "../../entities/content-former-fields.js";
import { ContentReference } from "../../entities/content-reference.js";
import { ContentRevision } from "../../entities/content-revision.js";
import { ContentTranslation } from "../../entities/content-translation.js";
import { ContentType } from "../../entities/content-type.js";
import { ContentTypeVersion } from "../../entities/content-type-version.js";
import { ContentSettings } from "../../entities/content-settings.js";
import { deleteBatch, deleteBatchOf } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteChangesOfProject } from "../changes/index.js";

/**
 * Deletes one batch of the area's rows of a deleted project, without events (rules/projects 13). The call may
 * be repeated.
 */
export async function onProjectDeleted(
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<{ isDone: boolean }> {
  const tables = [
    ContentType,
    ContentTypeVersion,
    ContentFormerFields,
    ContentDocument,
    ContentDraftState,
    ContentReference,
    ContentRevision,
    ContentTranslation,
  ];
  const isDone =
    (await deleteBatchOf<{ id: string; projectId: string }>(host, tables, { projectId })) &&
    (await deleteBatch(host, ContentSettings, { id: projectId })) &&
    (await deleteChangesOfProject(host, projectId));
  return { isDone };
}
