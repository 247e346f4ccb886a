import { v7 } from "uuid";
import { Project } from "../../entities/project.js";
import type { Tx } from "../../runtime/transaction.js";

/** Makes the project that every account has and nobody can delete; gives its id. */
export async function makeDefaultProject(tx: Tx, accountId: string): Promise<string> {
  const id = v7();
  const now = Date.now();
  await tx.insert(Project, {
    id,
    ownerId: accountId,
    name: "Default project",
    description: null,
    avatarStorageId: null,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
