import { v7 } from "uuid";
import { Project } from "../../entities/project.js";
import type { Tx } from "../../runtime/transaction.js";
import { newProject } from "./new-project.js";

/** Makes the project that every account has and nobody can delete; gives its id. */
export async function makeDefaultProject(tx: Tx, accountId: string): Promise<string> {
  const project = newProject({ id: v7(), ownerId: accountId, name: "Default project", isDefault: true });
  await tx.insert(Project, project);
  return project.id;
}
