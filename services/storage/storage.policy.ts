import { notFound, ServiceError } from "../../contracts/errors.js";
import type { ProjectLink } from "../../entities/project-link.js";
import type { StorageObject } from "../../entities/storage-object.js";
import { chunks } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { type ProjectSeen, rolesIn, seeProject } from "../projects/index.js";
import { findLinksOf } from "./link.repository.js";
import { findCommitted, findObject } from "./object.repository.js";

/**
 * Committed objects that an account may read: its own, and what is linked to a shared project that it is in
 * (rules/storage 3). Ids that are unknown, staged, deleted or somebody else's are left out alike.
 */
export async function findReadable(
  read: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<StorageObject[]> {
  if (ids.length === 0) return [];
  const found = await findCommitted(read, [...new Set(ids)]);
  const foreign = found.filter(({ ownerId }) => ownerId !== accountId).map(({ id }) => id);
  if (foreign.length === 0) return found;
  const links = await findLinksOf(read, foreign);
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

/** What somebody asks for, and what they may read on other grounds. */
export interface AskedMedia {
  accountId: string;
  ids: readonly string[];
  granted: ReadonlySet<string>;
}

/**
 * Content types of committed objects, by id, for each of those who ask: what they may read, and what is granted to them. What is
 * unknown, staged, deleted or somebody else's is left out alike. A query for the objects of all, and one for their links.
 */
export async function readableTypes(
  read: Reader,
  asked: readonly AskedMedia[],
): Promise<Map<string, string>[]> {
  const objects = new Map<string, StorageObject>();
  for (const chunk of chunks([...new Set(asked.flatMap(({ ids }) => ids))]))
    for (const object of await findCommitted(read, chunk)) objects.set(object.id, object);
  const foreign = asked.map(({ accountId, ids, granted }) =>
    ids.filter((id) => !granted.has(id) && objects.has(id) && objects.get(id)?.ownerId !== accountId),
  );
  const linked = await linkedTo(read, asked, foreign);
  return asked.map(({ ids }, at) => {
    const hidden = new Set(foreign[at]?.filter((id) => !linked[at]?.has(id)));
    return new Map(
      ids.flatMap((id) => {
        const object = objects.get(id);
        return object === undefined || hidden.has(id) ? [] : [[id, object.contentType] as const];
      }),
    );
  });
}

/** Which of the objects of others are linked to a project that the account is in. */
async function linkedTo(
  read: Reader,
  asked: readonly AskedMedia[],
  foreign: readonly (readonly string[])[],
): Promise<Set<string>[]> {
  const links: ProjectLink[] = [];
  for (const chunk of chunks([...new Set(foreign.flat())])) links.push(...(await findLinksOf(read, chunk)));
  return Promise.all(
    asked.map(async ({ accountId }, at) => {
      const own = links.filter(({ storageId }) => foreign[at]?.includes(storageId));
      const roles = await rolesIn(
        read,
        accountId,
        own.map(({ projectId }) => projectId),
      );
      return new Set(own.filter(({ projectId }) => roles.has(projectId)).map(({ storageId }) => storageId));
    }),
  );
}

/** One object that the account may read. Throws `not_found` for all else, which looks the same. */
export async function readableObject(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const [object] = await findReadable(read, accountId, [id]);
  if (object === undefined) throw notFound("There is no such object.");
  return object;
}

/** An upload of the account, committed or not. Throws `not_found` for what is unknown, deleted or somebody else's. */
export async function ownUpload(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const object = await findObject(read, { id, ownerId: accountId });
  if (object === null) throw notFound("There is no such upload.");
  return object;
}

/**
 * What the account may ask to be deleted: an object that it may read, or a ticket of its own that waits (rules/storage 34). Throws
 * `not_found` for all else, which looks the same.
 */
export async function deletableObject(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const waiting = await findObject(read, { id, ownerId: accountId, state: "staged" });
  // What a job or a run is about to keep is staged too, and nobody's to delete before it is there.
  return waiting?.origin === "upload" ? waiting : readableObject(read, accountId, id);
}

/** Throws `forbidden` for an object that the account may read and does not own (rules/storage 1). */
export function ownerOnly(accountId: string, object: StorageObject): void {
  if (object.ownerId !== accountId) throw new ServiceError("forbidden", "Only its owner may do this.");
}

/** A project whose media the account may list and link to: both roles. Throws `not_found` for strangers. */
export async function openProject(read: Reader, accountId: string, projectId: string): Promise<ProjectSeen> {
  const seen = await seeProject(read, accountId, projectId);
  if (seen === null) throw notFound("Unknown project.");
  return seen;
}
