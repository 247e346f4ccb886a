import type { EventSettings } from "../../../contracts/workflow-triggers.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { insertFires } from "./fires.js";
import type { PublishTrigger } from "./trigger.repository.js";

interface Published {
  document: { id: string; type: string; draftVersion: number };
  isByRun: boolean;
  /** Of the credential that publishes: the runs count against it. */
  budgetId: string | null | undefined;
}

/** Fires, in the transaction of some publishes, those of the triggers that hear documents of their types. A publish by a run fires none. */
export async function fireAll(
  host: Pick<Host, "tasks">,
  tx: Tx,
  published: readonly Published[],
  triggers: readonly PublishTrigger[],
): Promise<void> {
  const now = Date.now();
  const heard = triggers.map((trigger) => ({
    trigger,
    settings: JSON.parse(trigger.settings) as EventSettings,
  }));
  const fired = published
    .filter(({ isByRun }) => !isByRun)
    .flatMap(({ document: { id, type, draftVersion }, budgetId }) =>
      heard
        .filter(({ settings }) => settings.type === type)
        .map(({ trigger, settings: { documentInput } }) => {
          const text = JSON.stringify({ _id: id, _type: type, _version: draftVersion });
          const inputs = documentInput === undefined ? {} : { [documentInput]: { text } };
          return { trigger, tick: `${id} ${draftVersion} ${now}`, inputs, budgetId };
        }),
    );
  await insertFires(host, tx, fired);
}
