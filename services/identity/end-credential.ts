import { v7 } from "uuid";
import { workflowsCredentialEnded, workflowsSessionsEnded } from "../../contracts/credential-end.js";
import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { within } from "../../runtime/concurrency/within.js";

/** Queue of tasks about an ended key or grant; a task's subject is its id. */
const CREDENTIAL_QUEUE = "identity.credentialEnded";
/**
 * Queue of tasks about ended sessions; a task's payer is their account, and its subject is a UUID that
 * contains the time of the end.
 */
const SESSIONS_QUEUE = "identity.sessionsEnded";
/**
 * Milliseconds that the caller who ended a credential waits for the other areas. The task tells those that do
 * not answer by then.
 */
const WAIT_MS = 1000;

export interface SessionsEnded {
  accountId: string;
  /** Time at which the sessions ended, in ms since the epoch. */
  before: number;
}

/**
 * Enqueues the task that tells other areas of an ended key or grant, in the transaction that ends it, so that
 * they are told also after a crash.
 */
export const noteEnded = (
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> => tasks.enqueue(tx, { queue: CREDENTIAL_QUEUE, subject: id, payer: accountId });

/**
 * Enqueues the task that tells other areas of ended sessions, in the transaction that ends all sessions of an
 * account. Returns the argument of `tellSessionsEnded`.
 */
export async function noteSessionsEnded(
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  accountId: string,
): Promise<SessionsEnded> {
  const subject = v7();
  await tasks.enqueue(tx, { queue: SESSIONS_QUEUE, subject, payer: accountId });
  return { accountId, before: timeOf(subject) };
}

/** Returns the milliseconds since the epoch with which a UUID of version 7 begins. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

const tell = (host: Pick<Host, "call">, credentialId: string): Promise<unknown> =>
  host.call(workflowsCredentialEnded, { credentialId }, systemMeta(credentialId));

const tellOfSessions = (host: Pick<Host, "call">, ended: SessionsEnded): Promise<unknown> =>
  host.call(workflowsSessionsEnded, ended, systemMeta(ended.accountId));

/**
 * Waits for the other areas, so that a caller who reads the triggers right after finds them switched off.
 * Never throws.
 */
const waitFor = ({ log }: Pick<Host, "log">, told: Promise<unknown>): Promise<unknown> =>
  within(
    WAIT_MS,
    told.catch((error: unknown) => log.warn({ err: error }, "other areas hear of an ended credential later")),
  );

export const tellEnded = (host: Pick<Host, "call" | "log">, credentialId: string): Promise<unknown> =>
  waitFor(host, tell(host, credentialId));

export const tellSessionsEnded = (host: Pick<Host, "call" | "log">, ended: SessionsEnded): Promise<unknown> =>
  waitFor(host, tellOfSessions(host, ended));

export const endedTask = (host: Pick<Host, "call">): TaskHandler => ({
  queue: CREDENTIAL_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await tell(host, subject);
  },
});

export const sessionsEndedTask = (host: Pick<Host, "call">): TaskHandler => ({
  queue: SESSIONS_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, payer }) {
    await tellOfSessions(host, { accountId: payer, before: timeOf(subject) });
  },
});
