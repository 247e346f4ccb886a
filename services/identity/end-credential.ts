import { v7 } from "uuid";
import { workflowsCredentialEnded, workflowsSessionsEnded } from "../../contracts/credential-end.js";
import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { within } from "../../runtime/concurrency/within.js";

/** The subject of its tasks is the id of the key or grant that ended. */
const CREDENTIAL_QUEUE = "identity.credentialEnded";
/** The payer of its tasks is the account whose sessions ended; the subject is an id that says when. */
const SESSIONS_QUEUE = "identity.sessionsEnded";
/** The caller who ended something waits for the other areas this long. The task tells those that are away. */
const WAIT_MS = 1000;

export interface SessionsEnded {
  accountId: string;
  /** When they ended, in ms since the epoch. */
  before: number;
}

/** Belongs into the transaction that ends a key or a grant: the other areas hear of the end, also after a crash. */
export const noteEnded = (
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> => tasks.enqueue(tx, { queue: CREDENTIAL_QUEUE, subject: id, payer: accountId });

/** Belongs into the transaction that ends all sessions of an account. Gives what `tellSessionsEnded` takes. */
export async function noteSessionsEnded(
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  accountId: string,
): Promise<SessionsEnded> {
  const subject = v7();
  await tasks.enqueue(tx, { queue: SESSIONS_QUEUE, subject, payer: accountId });
  return { accountId, before: timeOf(subject) };
}

/** A uuid of version 7 begins with the milliseconds since the epoch. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

const tell = (host: Pick<Host, "call">, credentialId: string): Promise<unknown> =>
  host.call(workflowsCredentialEnded, { credentialId }, systemMeta(credentialId));

const tellOfSessions = (host: Pick<Host, "call">, ended: SessionsEnded): Promise<unknown> =>
  host.call(workflowsSessionsEnded, ended, systemMeta(ended.accountId));

/** Waits for the other areas, so that a caller who looks at once finds the triggers switched off. Never throws. */
const waitFor = ({ log }: Pick<Host, "log">, told: Promise<unknown>): Promise<unknown> =>
  within(
    WAIT_MS,
    told.catch((error: unknown) => log.warn({ err: error }, "other areas hear of an ended credential later")),
  );

export const tellEnded = (host: Pick<Host, "call" | "log">, credentialId: string): Promise<unknown> =>
  waitFor(host, tell(host, credentialId));

export const tellSessionsEnded = (host: Pick<Host, "call" | "log">, ended: SessionsEnded): Promise<unknown> =>
  waitFor(host, tellOfSessions(host, ended));

export const endedTask = (host: Host): TaskHandler => ({
  queue: CREDENTIAL_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await tell(host, subject);
  },
});

export const sessionsEndedTask = (host: Host): TaskHandler => ({
  queue: SESSIONS_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, payer }) {
    await tellOfSessions(host, { accountId: payer, before: timeOf(subject) });
  },
});
