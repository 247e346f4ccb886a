import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listProjectStorage } from "../../contracts/storage.js";
import type { Host } from "../../runtime/host.js";
import { readInPieces, requireWhole } from "../../runtime/read-in-pieces.js";
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

/**
 * The media of a project, newest link or largest first; `total` is after the filter by kind. Throws `invalid_params` for a
 * list without a limit that has too many.
 */
export async function listLinked(
  host: Host,
  project: ProjectSeen["project"],
  { limit, offset, sort, kind }: ParamsOf<typeof listProjectStorage>,
): Promise<ResultOf<typeof listProjectStorage>> {
  const source = sourceOf(project);
  const where = `${source.where} AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`;
  const parameters = [...source.parameters, ...(kind === undefined ? [] : [`${kind}/%`])];
  const [counted] = await host.longRead.query<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${source.from} WHERE ${where}`,
    parameters,
  );
  const total = Number(counted?.total ?? 0);
  requireWhole(total, { limit, offset });
  const isBySize = sort === "size";
  const pieces = readInPieces<Row>(host.longRead, {
    select: `SELECT ${LISTED}, ${source.added} FROM ${source.from}`,
    where,
    parameters,
    order: isBySize
      ? { by: "o.sizeBytes", as: "sizeBytes", goes: "down" }
      : { by: source.newest.by, as: "linkedAt", goes: "down" },
    id: isBySize ? { by: "o.id", as: "id" } : { by: source.newest.id, as: "linkId" },
    limit: limit ?? null,
    offset,
  });
  const objects: ResultOf<typeof listProjectStorage>["objects"] = [];
  for await (const rows of pieces) {
    const views = await presentEach(rows, async ({ addedByUserId, linkId: _id, linkedAt: _at, ...row }) => ({
      ...(await presentObject(host.storage, listedOf(row))),
      addedByUserId,
    }));
    for (const view of views) objects.push(view);
  }
  return { objects, total };
}
