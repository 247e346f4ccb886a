import type { EventSettings } from "../../../contracts/workflow-triggers.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { insertFire } from "./fires.js";

interface Published {
  id: string;
  type: string;
  draftVersion: number;
}

/** A trigger that hears the publishes of a project. */
export interface PublishTrigger {
  id: string;
  ownerId: string;
  settings: string;
}

/** The enabled triggers that hear a project's publishes. One read by an index. */
export const findPublishTriggers = (tx: Tx, projectId: string): Promise<PublishTrigger[]> =>
  tx.query<PublishTrigger>(
    "SELECT id, ownerId, settings FROM workflow_triggers WHERE listensTo = ? AND isEnabled = 1",
    [projectId],
  );

/** Fires those of the triggers that hear the publish of this type, in the transaction of the publish. */
export async function firePublished(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id, type, draftVersion }: Published,
  { triggers, budgetId }: { triggers: readonly PublishTrigger[]; budgetId: string | null | undefined },
): Promise<void> {
  for (const trigger of triggers) {
    const settings = JSON.parse(trigger.settings) as EventSettings;
    if (settings.type !== type) continue;
    const document = JSON.stringify({ _id: id, _type: type, _version: draftVersion });
    const { documentInput } = settings;
    const inputs = documentInput === undefined ? {} : { [documentInput]: { text: document } };
    await insertFire(host, tx, trigger, { tick: `${id} ${draftVersion} ${Date.now()}`, inputs, budgetId });
  }
}
