import { In } from "typeorm";
import { ProjectLink } from "../../entities/project-link.js";
import type { Host } from "../../runtime/process/host.js";

const BATCH = 500;

/** One batch of the links of a deleted project; the objects survive. May be repeated. */
export async function onProjectDeleted(
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<{ isDone: boolean }> {
  const links = await host.read.find(ProjectLink, { projectId }, { limit: BATCH });
  if (links.length > 0)
    await host.transact((tx) => tx.delete(ProjectLink, { id: In(links.map(({ id }) => id)) }));
  return { isDone: links.length < BATCH };
}
