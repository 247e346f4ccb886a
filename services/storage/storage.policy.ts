import { In } from "typeorm";
import { notFound, ServiceError } from "../../contracts/errors.js";
import { ProjectLink } from "../../entities/project-link.js";
import { StorageObject } from "../../entities/storage-object.js";
import { chunks } from "../../runtime/chunks.js";
import type { Reader } from "../../runtime/transaction.js";
import { type ProjectSeen, rolesIn, seeProject } from "../projects/index.js";

/**
 * Committed objects that an account may read: its own, and what is linked to a shared project that it is in
 * (spec: Storage). Ids that are unknown, staged, deleted or somebody else's are left out alike.
 */
export async function findReadable(
  read: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<StorageObject[]> {
  if (ids.length === 0) return [];
  const found = await read.find(StorageObject, { id: In([...new Set(ids)]), state: "committed" });
  const foreign = found.filter(({ ownerId }) => ownerId !== accountId).map(({ id }) => id);
  if (foreign.length === 0) return found;
  const links = await read.find(ProjectLink, { storageId: In(foreign) });
  const roles = await rolesIn(
    read,
    accountId,
    links.map(({ projectId }) => projectId),
  );
  const granted = new Set(
    links.filter(({ projectId }) => roles.has(projectId)).map(({ storageId }) => storageId),
  );
  return found.filter(({ id, ownerId }) => ownerId === accountId || granted.has(id));
}

/**
 * Content types of committed objects that an account may read, by id; of those `granted` on other grounds too. What is
 * unknown, staged, deleted or somebody else's is left out alike.
 */
export async function readableTypes(
  read: Reader,
  accountId: string,
  ids: readonly string[],
  granted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const chunk of chunks(ids)) {
    const others = chunk.filter((id) => granted.has(id));
    const asked = chunk.filter((id) => !granted.has(id));
    const found = [
      ...(await findReadable(read, accountId, asked)),
      ...(others.length === 0 ? [] : await read.find(StorageObject, { id: In(others), state: "committed" })),
    ];
    for (const { id, contentType } of found) types.set(id, contentType);
  }
  return types;
}

/** One object that the account may read. Throws `not_found` for all else, which looks the same. */
export async function readableObject(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const [object] = await findReadable(read, accountId, [id]);
  if (object === undefined) throw notFound("There is no such object.");
  return object;
}

/** An upload of the account, committed or not. Throws `not_found` for what is unknown, deleted or somebody else's. */
export async function ownUpload(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const object = await read.findOne(StorageObject, { id, ownerId: accountId });
  if (object === null) throw notFound("There is no such upload.");
  return object;
}

/** Throws `forbidden` for an object that the account may read and does not own (decisions 7). */
export function ownerOnly(accountId: string, object: StorageObject): void {
  if (object.ownerId !== accountId) throw new ServiceError("forbidden", "Only its owner may do this.");
}

/** A project whose media the account may list and link to: both roles. Throws `not_found` for strangers. */
export async function openProject(read: Reader, accountId: string, projectId: string): Promise<ProjectSeen> {
  const seen = await seeProject(read, accountId, projectId);
  if (seen === null) throw notFound("Unknown project.");
  return seen;
}
