import type { ResultOf } from "../../../contracts/contract.js";
import type { listTypes as listContract, listTypeVersions } from "../../../contracts/content-types.js";
import { notFound } from "../../../contracts/errors.js";
import { getProfiles } from "../../../contracts/identity.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { ContentTypeVersion } from "../../../entities/content-type-version.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { presentTypes } from "./present-type.js";
import { findVersion, pageOfTypes, pageOfVersions } from "./type.repository.js";

interface Page {
  limit: number;
  offset: number;
}

/** Returns the types of a project, newest first. */
export async function listTypes(
  longRead: Reader,
  { projectId, limit, offset }: Page & { projectId: string },
): Promise<ResultOf<typeof listContract>> {
  const { types, total } = await pageOfTypes(longRead, projectId, { limit, offset });
  return { contentTypes: await presentTypes(longRead, types), total, limit, offset };
}

/** Returns one schema of a type. Throws `not_found` for a version that the type never had. */
export async function requireVersionOf(
  read: Reader,
  type: ContentType,
  version: number,
): Promise<ContentTypeVersion> {
  const found = await findVersion(read, type.id, version);
  if (found === null)
    throw notFound(
      `The content type ${type.name} has no version ${version}; its latest is ${type.latestVersion}.`,
    );
  return found;
}

/** Returns every schema that a type has had, newest first. */
export async function listVersions(
  longRead: Reader,
  context: ActionContext,
  { id, limit, offset }: Page & { id: string },
): Promise<ResultOf<typeof listTypeVersions>> {
  const { versions: rows, total } = await pageOfVersions(longRead, id, { limit, offset });
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
