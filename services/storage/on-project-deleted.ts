import type { Host } from "../../runtime/process/host.js";
import { deleteLinks, findLinksOfProject } from "./link.repository.js";

const BATCH = 500;

/** Deletes one batch of the links of a deleted project; the objects survive. May be repeated. */
export async function onProjectDeleted(
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<{ isDone: boolean }> {
  const links = await findLinksOfProject(host.read, { projectId, limit: BATCH });
  if (links.length > 0)
    await host.transact((tx) =>
      deleteLinks(
        tx,
        links.map(({ id }) => id),
      ),
    );
  return { isDone: links.length < BATCH };
}
