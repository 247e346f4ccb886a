import { v7 } from "uuid";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { invalidParams, ServiceError } from "../../../contracts/errors.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { ContentTypeVersion } from "../../../entities/content-type-version.js";
import type { Host } from "../../../runtime/process/host.js";
import { joinProject } from "../../projects/index.js";
import { recordChanges } from "../../changes/index.js";
import { checkNames, type NameTaken } from "./check-names.js";
import { checkSchema } from "./check-schema.js";
import { requireSchemaRoom } from "./schema-room.js";
import { transactWithFacts } from "./schema-facts.js";
import { findSizedTypes, insertType, insertVersion } from "./type.repository.js";

/** The most types of a project. Every type takes part in each check of names and in the GraphQL schema. */
const MAX_TYPES = 500;

interface NewType {
  projectId: string;
  accountId: string;
  schema: ContentSchema;
}

/**
 * Creates a type at version 1. Writers of a project's types lock the project's row, so that names and
 * references between types stay valid. Throws `invalid_params` for an invalid schema, and `conflict` for a
 * name that is taken.
 */
export function createType(
  host: Pick<Host, "longRead" | "transact">,
  { projectId, accountId, schema }: NewType,
): Promise<ContentType> {
  return transactWithFacts<NameTaken[], ContentType>(host, async (tx, facts) => {
    await joinProject(tx, { projectId, accountId });
    const others = await findSizedTypes(tx, projectId);
    checkSchema(schema, others);
    if (others.some(({ name }) => name === schema.name))
      throw new ServiceError("conflict", `The project has a content type ${schema.name} already.`);
    if (others.length >= MAX_TYPES) throw invalidParams(`A project has at most ${MAX_TYPES} content types.`);
    requireSchemaRoom(schema, null, others);
    checkNames(schema, others, facts);
    const now = Date.now();
    const type: ContentType = {
      id: v7(),
      projectId,
      name: schema.name,
      title: schema.title,
      description: schema.description ?? null,
      latestVersion: 1,
      schema,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      refreshedTo: null,
    };
    await insertType(tx, type);
    await insertVersion(tx, versionOf(type, accountId));
    recordChanges(tx, projectId, [{ kind: "type", isPublished: true, typeId: type.id }]);
    return type;
  });
}

/** Returns the immutable row of a type's latest schema. */
export const versionOf = (type: ContentType, createdById: string): ContentTypeVersion => ({
  id: v7(),
  projectId: type.projectId,
  typeId: type.id,
  version: type.latestVersion,
  schema: type.schema,
  createdById,
  createdAt: type.updatedAt,
});
