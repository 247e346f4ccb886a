import { ContentHead } from "../../entities/content-head.js";
import type { Host } from "../../runtime/process/host.js";

interface Process {
  host: Pick<Host, "read">;
}

/** Returns the bytes that are counted for the content of a project. */
export const countedOf = async ({ host: { read } }: Process, projectId: string): Promise<number | null> =>
  (await read.findOne(ContentHead, { id: projectId }))?.storedBytes ?? null;

/** Returns the bytes of the texts that a project's content has in the database. */
export async function storedIn({ host: { read } }: Process, projectId: string): Promise<number> {
  const [row] = await read.query<{ drafts: number | null; revisions: number | null }>(
    `SELECT (SELECT SUM(OCTET_LENGTH(draft)) FROM content_documents WHERE projectId = ?) AS drafts,
       (SELECT SUM(OCTET_LENGTH(payload)) FROM content_revisions WHERE projectId = ?) AS revisions`,
    [projectId, projectId],
  );
  return Number(row?.drafts ?? 0) + Number(row?.revisions ?? 0);
}
