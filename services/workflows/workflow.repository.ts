import { Workflow } from "../../entities/workflow.js";
import type { ListRead } from "../../runtime/database/read-in-pieces.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns a workflow, even one that is marked deleted. */
export const findWorkflow = (read: Reader, id: string): Promise<Workflow | null> =>
  read.findOne(Workflow, { id });

/** Returns the project of a workflow that is not deleted; null when there is none. */
export async function findHome(read: Reader, id: string): Promise<string | null> {
  const [row] = await read.query<Pick<Workflow, "projectId">>(
    "SELECT projectId FROM workflows WHERE id = ? AND deletedAt IS NULL",
    [id],
  );
  return row?.projectId ?? null;
}

/** Locks and returns a workflow's row, even one that is marked deleted. It is locked before the rows of its runs. */
export const lockWorkflow = (tx: Tx, id: string): Promise<Workflow | null> =>
  tx.findOneForUpdate(Workflow, { id });

/** Returns a workflow after locking its row against changes only, so that several runs may start at once. */
export const shareWorkflow = (tx: Tx, id: string): Promise<Workflow | null> =>
  tx.findOneForShare(Workflow, { id });

/** Returns ids of some workflows of a project, those marked deleted included, in any order. */
export const findIdsOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<string[]> => read.ids(Workflow, { projectId }, limit);

export const insertWorkflow = (tx: Tx, workflow: Workflow): Promise<void> =>
  tx.insert(Workflow, workflow as never);

export async function changeWorkflow(
  tx: Tx,
  { id, ...change }: Pick<Workflow, "id"> & Partial<Workflow>,
): Promise<void> {
  await tx.update(Workflow, { id }, change as never);
}

/** Moves a workflow from one project into another one. */
export async function moveWorkflow(
  tx: Tx,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await tx.update(Workflow, { id, projectId: from }, { projectId: to });
}

export async function removeWorkflow(tx: Tx, id: string): Promise<void> {
  await tx.delete(Workflow, { id });
}

/** A workflow without its graph. */
export type WorkflowRow = Pick<
  Workflow,
  "id" | "name" | "projectId" | "nodeCount" | "previewStorageId" | "previewKind" | "createdAt" | "updatedAt"
>;

const WHERE = "projectId = ? AND deletedAt IS NULL";

const ORDERS: Readonly<Record<"updated" | "created" | "name", ListRead["order"]>> = {
  updated: { by: "updatedAt", as: "updatedAt", goes: "down" },
  created: { by: "createdAt", as: "createdAt", goes: "down" },
  name: { by: "name", as: "name", goes: "up" },
};

export type Sort = keyof typeof ORDERS;

/** The workflows of a project without their graphs, as `readInPieces` takes it. The orders by time have an index each. */
export const listOfProject = (projectId: string, sort: Sort) => ({
  select:
    "SELECT id, name, projectId, nodeCount, previewStorageId, previewKind, createdAt, updatedAt FROM workflows",
  where: WHERE,
  parameters: [projectId],
  order: ORDERS[sort],
  id: { by: "id", as: "id" },
});

/** Counts the workflows of a project that are not deleted. */
export async function countOfProject(longRead: Reader, projectId: string): Promise<number> {
  const [counted] = await longRead.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM workflows WHERE ${WHERE}`,
    [projectId],
  );
  return Number(counted?.count ?? 0);
}
