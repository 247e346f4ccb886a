import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { listProjectStorage } from "../../contracts/storage.js";
import type { Host } from "../../runtime/host.js";
import type { ProjectSeen } from "../projects/index.js";
import { LISTED, type ListedObject, listedOf, presentEach } from "./list-rows.js";
import { presentObject } from "./present-object.js";

type Row = ListedObject & { addedByUserId: string };

/** What a list is taken from: the links of a shared project, or all that the owner of a default one has. */
function sourceOf({ id, ownerId, isDefault }: ProjectSeen["project"]): {
  addedBy: string;
  from: string;
  parameters: readonly string[];
  newest: string;
} {
  return isDefault
    ? {
        addedBy: "o.ownerId",
        from: "storage_objects o WHERE o.ownerId = ?",
        parameters: [ownerId],
        newest: "o.createdAt DESC, o.id DESC",
      }
    : {
        addedBy: "l.addedByUserId",
        from: "project_links l JOIN storage_objects o ON o.id = l.storageId WHERE l.projectId = ?",
        parameters: [id],
        newest: "l.createdAt DESC, l.id DESC",
      };
}

/** The media of a project, newest link or largest first; `total` is after the filter by kind. */
export async function listLinked(
  host: Host,
  project: ProjectSeen["project"],
  { limit, offset, sort, kind }: ParamsOf<typeof listProjectStorage>,
): Promise<ResultOf<typeof listProjectStorage>> {
  const source = sourceOf(project);
  const where = `${source.from} AND o.state = 'committed'${kind === undefined ? "" : " AND o.contentType LIKE ?"}`;
  const parameters = [...source.parameters, ...(kind === undefined ? [] : [`${kind}/%`])];
  const order = sort === "size" ? "o.sizeBytes DESC, o.id DESC" : source.newest;
  const [rows, counted] = await Promise.all([
    host.longRead.query<Row>(
      `SELECT ${LISTED}, ${source.addedBy} AS addedByUserId FROM ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      // An offset alone is not valid SQL everywhere.
      [...parameters, limit ?? Number.MAX_SAFE_INTEGER, offset],
    ),
    host.longRead.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${where}`, parameters),
  ]);
  return {
    objects: await presentEach(rows, async ({ addedByUserId, ...row }) => ({
      ...(await presentObject(host.storage, listedOf(row))),
      addedByUserId,
    })),
    total: Number(counted[0]?.total ?? 0),
  };
}
