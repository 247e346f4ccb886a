import { workflowsCredentialEnded } from "../../contracts/credential-end.js";
import { systemMeta } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import type { TaskHandler } from "../../runtime/tasks/task-handler.js";
import type { Tx } from "../../runtime/transaction.js";
import { within } from "../../runtime/within.js";

/** Tells other areas that a key or a connected agent has ended; its subject is the key's or the grant's id. */
const ENDED_QUEUE = "identity.credentialEnded";
/** So long whoever ended it waits for the others; the task tells those who are away. */
const WAIT_MS = 1000;

/** For the transaction that ends a key or a grant: whatever goes on in its name hears of that, also after a crash. */
export const noteEnded = (
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> => tasks.enqueue(tx, { queue: ENDED_QUEUE, subject: id, payer: accountId });

const tell = (host: Pick<Host, "call">, credentialId: string): Promise<unknown> =>
  host.call(workflowsCredentialEnded, { credentialId }, systemMeta(credentialId));

/** So that a caller who looks at once finds the triggers of an ended credential switched off. Never throws. */
export const tellEnded = (host: Pick<Host, "call" | "log">, credentialId: string): Promise<unknown> =>
  within(
    WAIT_MS,
    tell(host, credentialId).catch((error: unknown) =>
      host.log.warn({ err: error }, "the task tells of a credential that has ended"),
    ),
  );

export const endedTask = (host: Host): TaskHandler => ({
  queue: ENDED_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await tell(host, subject);
  },
});
