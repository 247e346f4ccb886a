import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type {
  listLinkedPiece as listLinkedPieceContract,
  listProjectStorage,
} from "../../contracts/storage.js";
import type { Host } from "../../runtime/process/host.js";
import { readInPieces, readPiece, requireWhole } from "../../runtime/database/read-in-pieces.js";
import type { ProjectSeen } from "../projects/index.js";
import { LISTED, type ListedObject, listedOf, presentEach } from "./list-rows.js";
import { presentObject } from "./present-object.js";

type Row = ListedObject & { addedByUserId: string; linkId: string; linkedAt: number };

/** What a list is taken from: the links of a shared project, or all that the owner of a default one has. */
function sourceOf({ id, ownerId, isDefault }: ProjectSeen["project"]): {
  added: string;
  from: string;
  where: string;
  parameters: readonly string[];
  newest: { by: string; id: string };
} {
  return isDefault
    ? {
        added: "o.ownerId AS addedByUserId, o.id AS linkId, o.createdAt AS linkedAt",
        from: "storage_objects o",
        where: "o.ownerId = ?",
        parameters: [ownerId],
        newest: { by: "o.createdAt", id: "o.id" },
      }
    : {
        added: "l.addedByUserId, l.id AS linkId, l.createdAt AS linkedAt",
        from: "project_links l JOIN storage_objects o ON o.id = l.storageId",
        where: "l.projectId = ?",
        parameters: [id],
        newest: { by: "l.createdAt", id: "l.id" },
      };
}

type Asked = Pick<ParamsOf<typeof listProjectStorage>, "sort" | "kind">;
type Linked = ResultOf<typeof listProjectStorage>["objects"][number];

/** Newest link or largest first, and what counts them. */
function readOf(project: ProjectSeen["project"], { sort, kind }: Asked) {
  const source = sourceOf(project);
  const isBySize = sort === "size";
  const where = `${source.where} AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`;
  return {
    select: `SELECT ${LISTED}, ${source.added} FROM ${source.from}`,
    count: `SELECT COUNT(*) AS total FROM ${source.from} WHERE ${where}`,
    where,
    parameters: [...source.parameters, ...(kind === undefined ? [] : [`${kind}/%`])],
    order: isBySize
      ? ({ by: "o.sizeBytes", as: "sizeBytes", goes: "down" } as const)
      : ({ by: source.newest.by, as: "linkedAt", goes: "down" } as const),
    id: isBySize ? { by: "o.id", as: "id" } : { by: source.newest.id, as: "linkId" },
  };
}

async function countOf(
  { longRead }: Pick<Host, "longRead">,
  { count, parameters }: ReturnType<typeof readOf>,
): Promise<number> {
  const [counted] = await longRead.query<{ total: number }>(count, parameters);
  return Number(counted?.total ?? 0);
}

const present = ({ storage }: Pick<Host, "storage">, rows: readonly Row[]): Promise<Linked[]> =>
  presentEach(rows, async ({ addedByUserId, linkId: _id, linkedAt: _at, ...row }) => ({
    ...(await presentObject(storage, listedOf(row))),
    addedByUserId,
  }));

/**
 * The media of a project; `total` is after the filter by kind. Throws `invalid_params` for a list without a limit that has too
 * many for one answer.
 */
export async function listLinked(
  host: Host,
  project: ProjectSeen["project"],
  { limit, offset, ...asked }: ParamsOf<typeof listProjectStorage>,
): Promise<ResultOf<typeof listProjectStorage>> {
  const list = readOf(project, asked);
  const total = await countOf(host, list);
  requireWhole(total, { limit, offset });
  const objects: Linked[] = [];
  for await (const rows of readInPieces<Row>(host.longRead, { ...list, limit: limit ?? null, offset }))
    for (const view of await present(host, rows)) objects.push(view);
  return { objects, total };
}

/** Some of them; the first piece tells the total. */
export async function listLinkedPiece(
  host: Host,
  project: ProjectSeen["project"],
  { after, offset, ...asked }: ParamsOf<typeof listLinkedPieceContract>,
): Promise<ResultOf<typeof listLinkedPieceContract>> {
  const list = readOf(project, asked);
  const about = after === null ? { total: await countOf(host, list) } : null;
  const { rows, next } = await readPiece<Row>(host.longRead, list, { after, offset });
  return { objects: await present(host, rows), about, next };
}
