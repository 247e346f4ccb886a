import { ContentDocument } from "../../entities/content-document.js";
import { ContentDraftState } from "../../entities/content-draft-state.js";
import { ContentReference } from "../../entities/content-reference.js";
import { ContentRevision } from "../../entities/content-revision.js";
import { ContentTranslation } from "../../entities/content-translation.js";
import { ContentType } from "../../entities/content-type.js";
import { ContentTypeVersion } from "../../entities/content-type-version.js";
import { ContentSettings } from "../../entities/content-settings.js";
import { deleteBatch } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";
import { forgetChanges } from "../changes/index.js";

/** One batch of what the area keeps of a deleted project, without events (decisions 9). May be repeated. */
export async function forgetProject(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  for (const entity of [
    ContentType,
    ContentTypeVersion,
    ContentDocument,
    ContentDraftState,
    ContentReference,
    ContentRevision,
    ContentTranslation,
  ])
    if (!(await deleteBatch<{ id: string; projectId: string }>(host, entity, { projectId })))
      return { isDone: false };
  if (!(await deleteBatch(host, ContentSettings, { id: projectId }))) return { isDone: false };
  return { isDone: await forgetChanges(host, projectId) };
}
