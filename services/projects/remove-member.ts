import type { Host } from "../../runtime/process/host.js";
import { deleteMember, lockProject, updateProject } from "./project.repository.js";
import { unknownMember } from "./projects.policy.js";

/** Ends a membership. Things that the member made and linked stay in the project. */
export async function removeMember(
  host: Pick<Host, "transact">,
  projectId: string,
  userId: string,
): Promise<void> {
  await host.transact(async (tx) => {
    if ((await lockProject(tx, projectId)) === null || !(await deleteMember(tx, projectId, userId)))
      throw unknownMember();
    await updateProject(tx, projectId, { updatedAt: Date.now() });
  });
}
