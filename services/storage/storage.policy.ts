import { notFound, ServiceError } from "../../contracts/errors.js";
import type { StorageObject } from "../../entities/storage-object.js";
import { chunks } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { projectsSeenBy } from "../projects/index.js";
import { linkedToAny } from "./link.repository.js";
import { findCommitted, findObject } from "./object.repository.js";

/**
 * Returns the committed objects that an account may read: its own, and those linked to a shared project that
 * it is in (rules/storage 3). Ids that are unknown, staged, deleted or another account's are all left out.
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
  const granted = await linkedFor(read, accountId, foreign);
  return found.filter(({ id, ownerId }) => ownerId === accountId || granted.has(id));
}

/** Objects that an account asks for, and those among them that it may read on other grounds. */
export interface AskedMedia {
  accountId: string;
  ids: readonly string[];
  granted: ReadonlySet<string>;
}

/**
 * Returns the content types of committed objects by id, for each entry of `asked`: objects that the account
 * may read or that are granted to it. Unknown, staged, deleted and foreign objects are all left out. One
 * query reads the objects of all entries, and for each account one reads its projects and one the links to them.
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

/** Returns, for each entry, the objects of others that are linked to a project which the account is in. */
async function linkedTo(
  read: Reader,
  asked: readonly AskedMedia[],
  foreign: readonly (readonly string[])[],
): Promise<ReadonlySet<string>[]> {
  const byAccount = new Map<string, ReadonlySet<string>>();
  for (const accountId of new Set(asked.map((entry) => entry.accountId))) {
    const ids = asked.flatMap((entry, at) => (entry.accountId === accountId ? (foreign[at] ?? []) : []));
    byAccount.set(accountId, await linkedFor(read, accountId, ids));
  }
  return asked.map(({ accountId }) => byAccount.get(accountId) ?? new Set());
}

/**
 * Returns those of the objects that are linked to a project which the account is in. Its own projects are
 * read, never all those to which an object is linked: accounts outside of them decide how many these are.
 */
async function linkedFor(
  read: Reader,
  accountId: string,
  storageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (storageIds.length === 0) return new Set();
  const projectIds = await projectsSeenBy(read, accountId);
  return linkedToAny(read, { projectIds, storageIds: [...new Set(storageIds)] });
}

/** Returns one object that the account may read. Throws `not_found` in the same way for every other id. */
export async function requireReadable(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const [object] = await findReadable(read, accountId, [id]);
  if (object === undefined) throw notFound("There is no such object.");
  return object;
}

/**
 * Returns an upload of the account, committed or not. Throws `not_found` for an unknown, deleted or foreign
 * one.
 */
export async function requireUpload(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const object = await findObject(read, { id, ownerId: accountId });
  if (object === null) throw notFound("There is no such upload.");
  return object;
}

/**
 * Returns an object that the account may ask to delete: one that it may read, or a waiting ticket of its own
 * (rules/storage 34). Throws `not_found` in the same way for every other id.
 */
export async function requireDeletable(read: Reader, accountId: string, id: string): Promise<StorageObject> {
  const waiting = await findObject(read, { id, ownerId: accountId, state: "staged" });
  // Results of a job or a run are staged too, and cannot be deleted before they are committed.
  return waiting?.origin === "upload" ? waiting : requireReadable(read, accountId, id);
}

/** Throws `forbidden` for an object that the account may read but does not own (rules/storage 1). */
export function allowOwnObject(accountId: string, object: StorageObject): void {
  if (object.ownerId !== accountId) throw new ServiceError("forbidden", "Only its owner may do this.");
}
