import { IsNull } from "typeorm";
import type { ResultOf } from "../../../contracts/contract.js";
import type { listTypes as listContract, listTypeVersions } from "../../../contracts/content-types.js";
import { notFound } from "../../../contracts/errors.js";
import { getProfiles } from "../../../contracts/identity.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import type { ActionContext } from "../../../runtime/context.js";
import type { Reader } from "../../../runtime/transaction.js";
import { presentTypes } from "./present-type.js";

interface Page {
  limit: number;
  offset: number;
}

/** The types of a project, newest first. */
export async function listTypes(
  read: Reader,
  { projectId, limit, offset }: Page & { projectId: string },
): Promise<ResultOf<typeof listContract>> {
  const where = { projectId, deletedAt: IsNull() };
  const [types, total] = await Promise.all([
    read.find(ContentType, where, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    read.count(ContentType, where),
  ]);
  return { contentTypes: await presentTypes(read, types), total, limit, offset };
}

/** One schema of a type. Throws `not_found` for a version that it never had. */
export async function requireVersionOf(
  read: Reader,
  type: ContentType,
  version: number,
): Promise<ContentTypeVersion> {
  const found = await read.findOne(ContentTypeVersion, { typeId: type.id, version });
  if (found === null)
    throw notFound(
      `The content type ${type.name} has no version ${version}; its latest is ${type.latestVersion}.`,
    );
  return found;
}

/** Every schema that a type has had, newest first. */
export async function listVersions(
  read: Reader,
  context: ActionContext,
  { id, limit, offset }: Page & { id: string },
): Promise<ResultOf<typeof listTypeVersions>> {
  const [rows, total] = await Promise.all([
    read.find(ContentTypeVersion, { typeId: id }, { order: { version: "DESC" }, limit, offset }),
    read.count(ContentTypeVersion, { typeId: id }),
  ]);
  const accountIds = [...new Set(rows.flatMap(({ createdById }) => createdById ?? []))];
  const { profiles } =
    accountIds.length === 0 ? { profiles: [] } : await context.call(getProfiles, { accountIds });
  const people = new Map(profiles.map(({ id: by, email, name }) => [by, { id: by, email, name }]));
  const versions = rows.map(({ version, schema, createdAt, createdById }) => ({
    version,
    schema,
    createdAt: new Date(createdAt).toISOString(),
    createdBy: createdById === null ? null : (people.get(createdById) ?? null),
  }));
  return { versions, total, limit, offset };
}
