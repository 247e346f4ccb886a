import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type {
  listLinkedPiece as listLinkedPieceContract,
  listProjectStorage,
} from "../../contracts/storage.js";
import type { Host } from "../../runtime/process/host.js";
import { readInPieces, readPiece, requireWhole } from "../../runtime/database/read-in-pieces.js";
import type { ProjectSeen } from "../projects/index.js";
import { countListed, type LinkedObject, listOfProject } from "./linked-object.repository.js";
import { listedOf } from "./listed-object.repository.js";
import { mapWithPauses } from "./map-with-pauses.js";
import { presentObject } from "./present-object.js";

type Linked = ResultOf<typeof listProjectStorage>["objects"][number];

const present = ({ storage }: Pick<Host, "storage">, rows: readonly LinkedObject[]): Promise<Linked[]> =>
  mapWithPauses(rows, async ({ addedByUserId, linkId: _id, linkedAt: _at, ...row }) => ({
    ...(await presentObject(storage, listedOf(row))),
    addedByUserId,
  }));

/**
 * Lists the media of a project; `total` counts those of the kind. Throws `invalid_params` for a list without
 * a limit that has too many objects for one answer.
 */
export async function listLinked(
  host: Pick<Host, "longRead" | "storage">,
  project: ProjectSeen["project"],
  { limit, offset, ...asked }: ParamsOf<typeof listProjectStorage>,
): Promise<ResultOf<typeof listProjectStorage>> {
  const list = listOfProject(project, asked);
  const total = await countListed(host.longRead, list);
  requireWhole(total, { limit, offset });
  const objects: Linked[] = [];
  for await (const rows of readInPieces<LinkedObject>(host.longRead, {
    ...list,
    limit: limit ?? null,
    offset,
  }))
    for (const view of await present(host, rows)) objects.push(view);
  return { objects, total };
}

/** Lists one piece of a project's media; the first piece has the total. */
export async function listLinkedPiece(
  host: Pick<Host, "longRead" | "storage">,
  project: ProjectSeen["project"],
  { after, offset, ...asked }: ParamsOf<typeof listLinkedPieceContract>,
): Promise<ResultOf<typeof listLinkedPieceContract>> {
  const list = listOfProject(project, asked);
  const about = after === null ? { total: await countListed(host.longRead, list) } : null;
  const { rows, next } = await readPiece<LinkedObject>(host.longRead, list, { after, offset });
  return { objects: await present(host, rows), about, next };
}
