import type { EventSettings } from "../../../contracts/workflow-triggers.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { insertFire } from "./fires.js";

interface Published {
  id: string;
  projectId: string;
  type: string;
  draftVersion: number;
}

/** Fires the triggers that hear the publish of a type, in the transaction of the publish. Costs one indexed read elsewhere. */
export async function firePublished(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id, projectId, type, draftVersion }: Published,
): Promise<void> {
  const listening = await tx.once(`triggers of ${projectId}`, () =>
    tx.query<{ id: string; ownerId: string; settings: string }>(
      "SELECT id, ownerId, settings FROM workflow_triggers WHERE listensTo = ? AND isEnabled = 1",
      [projectId],
    ),
  );
  for (const trigger of listening) {
    const settings = JSON.parse(trigger.settings) as EventSettings;
    if (settings.type !== type) continue;
    const document = JSON.stringify({ _id: id, _type: type, _version: draftVersion });
    const { documentInput } = settings;
    const inputs = documentInput === undefined ? {} : { [documentInput]: { text: document } };
    await insertFire(host, tx, trigger, { tick: `${id} ${draftVersion} ${Date.now()}`, inputs });
  }
}
