import { Like } from "typeorm";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listStorage, listStoragePiece, StorageObjectView } from "../../contracts/storage.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { readInPieces, readPiece, requireWhole } from "../../runtime/database/read-in-pieces.js";
import { LISTED, type ListedObject, listedOf, presentEach } from "./list-rows.js";
import { presentObject } from "./present-object.js";
import { committedBytes, includedBytes } from "./quota.js";

type Asked = Pick<ParamsOf<typeof listStorage>, "sort" | "kind">;

/** Newest or largest first. */
function readOf(ownerId: string, { sort, kind }: Asked) {
  const key = sort === "size" ? "sizeBytes" : "createdAt";
  return {
    select: `SELECT ${LISTED} FROM storage_objects o`,
    where: `o.ownerId = ? AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`,
    parameters: [ownerId, ...(kind === undefined ? [] : [`${kind}/%`])],
    order: { by: `o.${key}`, as: key, goes: "down" },
    id: { by: "o.id", as: "id" },
  } as const;
}

/** `totalBytes` is of all that the account has, `total` of the kind. */
const totalsOf = async (
  { longRead, read }: Pick<Host, "longRead" | "read">,
  ownerId: string,
  { kind }: Asked,
) => ({
  total: await longRead.count(StorageObject, {
    ownerId,
    state: "committed" as const,
    ...(kind !== undefined && { contentType: Like(`${kind}/%`) }),
  }),
  totalBytes: await committedBytes(read, ownerId),
  includedBytes: await includedBytes(read, ownerId),
});

const present = (
  { storage }: Pick<Host, "storage">,
  rows: readonly ListedObject[],
): Promise<StorageObjectView[]> => presentEach(rows, (row) => presentObject(storage, listedOf(row)));

/** The account's committed objects. Throws `invalid_params` for a list without a limit that has too many for one answer. */
export async function listObjects(
  host: Host,
  ownerId: string,
  { limit, offset, ...asked }: ParamsOf<typeof listStorage>,
): Promise<ResultOf<typeof listStorage>> {
  const totals = await totalsOf(host, ownerId, asked);
  requireWhole(totals.total, { limit, offset });
  const objects: StorageObjectView[] = [];
  const list = { ...readOf(ownerId, asked), limit: limit ?? null, offset };
  for await (const rows of readInPieces<ListedObject>(host.longRead, list))
    for (const view of await present(host, rows)) objects.push(view);
  return { objects, ...totals };
}

/** Some of them; the first piece tells the totals. */
export async function listObjectsPiece(
  host: Host,
  ownerId: string,
  { after, offset, ...asked }: ParamsOf<typeof listStoragePiece>,
): Promise<ResultOf<typeof listStoragePiece>> {
  const about = after === null ? await totalsOf(host, ownerId, asked) : null;
  const list = readOf(ownerId, asked);
  const { rows, next } = await readPiece<ListedObject>(host.longRead, list, { after, offset });
  return { objects: await present(host, rows), about, next };
}
