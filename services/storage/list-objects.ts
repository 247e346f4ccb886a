import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listStorage, listStoragePiece, StorageObjectView } from "../../contracts/storage.js";
import type { Host } from "../../runtime/process/host.js";
import { readInPieces, readPiece, requireWhole } from "../../runtime/database/read-in-pieces.js";
import {
  type Asked,
  countOfOwner,
  type ListedObject,
  listedOf,
  listOfOwner,
} from "./listed-object.repository.js";
import { mapWithPauses } from "./map-with-pauses.js";
import { presentObject } from "./present-object.js";
import { includedBytes } from "./quota.js";
import { committedBytes } from "./usage.repository.js";

/** Returns `totalBytes` of all that the account has, and `total` of the kind. */
const totalsOf = async (
  { longRead, read }: Pick<Host, "longRead" | "read">,
  ownerId: string,
  { kind }: Asked,
) => ({
  total: await countOfOwner(longRead, { ownerId, kind }),
  totalBytes: await committedBytes(read, ownerId),
  includedBytes: await includedBytes(read, ownerId),
});

const present = (
  { storage }: Pick<Host, "storage">,
  rows: readonly ListedObject[],
): Promise<StorageObjectView[]> => mapWithPauses(rows, (row) => presentObject(storage, listedOf(row)));

/**
 * Lists the account's committed objects. Throws `invalid_params` for a list without a limit that has too many
 * objects for one answer.
 */
export async function listObjects(
  host: Pick<Host, "read" | "longRead" | "storage">,
  ownerId: string,
  { limit, offset, ...asked }: ParamsOf<typeof listStorage>,
): Promise<ResultOf<typeof listStorage>> {
  const totals = await totalsOf(host, ownerId, asked);
  requireWhole(totals.total, { limit, offset });
  const objects: StorageObjectView[] = [];
  const list = { ...listOfOwner(ownerId, asked), limit: limit ?? null, offset };
  for await (const rows of readInPieces<ListedObject>(host.longRead, list))
    for (const view of await present(host, rows)) objects.push(view);
  return { objects, ...totals };
}

/** Lists one piece of the account's objects; the first piece has the totals. */
export async function listObjectsPiece(
  host: Pick<Host, "read" | "longRead" | "storage">,
  ownerId: string,
  { after, offset, ...asked }: ParamsOf<typeof listStoragePiece>,
): Promise<ResultOf<typeof listStoragePiece>> {
  const about = after === null ? await totalsOf(host, ownerId, asked) : null;
  const list = listOfOwner(ownerId, asked);
  const { rows, next } = await readPiece<ListedObject>(host.longRead, list, { after, offset });
  return { objects: await present(host, rows), about, next };
}
