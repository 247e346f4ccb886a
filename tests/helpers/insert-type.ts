import { randomUUID } from "node:crypto";
import type { ContentSchema } from "../../contracts/content-schema.js";
import { ContentType } from "../../entities/content-type.js";
import { ContentTypeVersion } from "../../entities/content-type-version.js";
import type { Host } from "../../runtime/process/host.js";

/** Inserts a content type as a row, without the checks of the action. Returns its id. */
export async function insertType(
  { transact }: Pick<Host, "transact">,
  projectId: string,
  schema: ContentSchema,
): Promise<string> {
  const id = randomUUID();
  const now = Date.now();
  await transact(async (tx) => {
    await tx.insert(ContentType, {
      id,
      projectId,
      name: schema.name,
      title: schema.title,
      description: null,
      latestVersion: 1,
      schema: schema as never,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      refreshedTo: null,
    });
    await tx.insert(ContentTypeVersion, {
      id: randomUUID(),
      projectId,
      typeId: id,
      version: 1,
      schema: schema as never,
      createdById: null,
      createdAt: now,
    });
  });
  return id;
}
