import { v7 } from "uuid";
import { workflowsCredentialEnded } from "../../contracts/credential-end.js";
import { systemMeta } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import type { TaskHandler } from "../../runtime/tasks/task-handler.js";
import type { Tx } from "../../runtime/transaction.js";
import { within } from "../../runtime/within.js";

/** Tells other areas that a key or a connected agent has ended; its subject is the key's or the grant's id. */
const ENDED_QUEUE = "identity.credentialEnded";
/** The same of all sessions of the payer; the subject is an id that says when they ended. */
const SESSIONS_QUEUE = "identity.sessionsEnded";
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

/** Of an account's sessions, all of which end in this transaction. Gives what `tellSessionsEnded` takes. */
export async function noteSessionsEnded(
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  accountId: string,
): Promise<SessionsEnded> {
  const subject = v7();
  await tasks.enqueue(tx, { queue: SESSIONS_QUEUE, subject, payer: accountId });
  return { accountId, before: timeOf(subject) };
}

export interface SessionsEnded {
  accountId: string;
  before: number;
}

/** A uuid of version 7 begins with the milliseconds since the epoch. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

const tellOfSessions = (host: Pick<Host, "call">, { accountId, before }: SessionsEnded): Promise<unknown> =>
  host.call(
    workflowsCredentialEnded,
    { credentialId: accountId, sessionsBefore: before },
    systemMeta(accountId),
  );

/** As `tellEnded`. */
export const tellSessionsEnded = (host: Pick<Host, "call" | "log">, ended: SessionsEnded): Promise<unknown> =>
  within(
    WAIT_MS,
    tellOfSessions(host, ended).catch((error: unknown) =>
      host.log.warn({ err: error }, "the task tells of sessions that have ended"),
    ),
  );

export const sessionsEndedTask = (host: Host): TaskHandler => ({
  queue: SESSIONS_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, payer }) {
    await tellOfSessions(host, { accountId: payer, before: timeOf(subject) });
  },
});

export const endedTask = (host: Host): TaskHandler => ({
  queue: ENDED_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject }) {
    await tell(host, subject);
  },
});
