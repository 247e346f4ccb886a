import type { Reader } from "../../runtime/database/transaction.js";

/** The columns of a webhook that an event needs. */
export interface Listener {
  id: string;
  events: readonly string[];
  isTroubled: boolean;
}

/** The enabled webhooks of a project. One read by an index. */
export async function findListeners(read: Reader, projectId: string): Promise<Listener[]> {
  const rows = await read.query<{ id: string; events: string; isTroubled: number }>(
    "SELECT id, events, isTroubled FROM webhooks WHERE projectId = ? AND isEnabled = 1",
    [projectId],
  );
  return rows.map(({ id, events, isTroubled }) => ({
    id,
    events: JSON.parse(events) as string[],
    isTroubled: Number(isTroubled) === 1,
  }));
}
