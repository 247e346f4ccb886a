import { v7 } from "uuid";
import type { Tx } from "../../runtime/database/transaction.js";
import { newProject } from "./new-project.js";
import { insertProject } from "./project.repository.js";

/** Makes the project that every account has and nobody can delete; returns its id. */
export async function makeDefaultProject(tx: Tx, accountId: string): Promise<string> {
  const project = newProject({ id: v7(), ownerId: accountId, name: "Default project", isDefault: true });
  await insertProject(tx, project);
  return project.id;
}
