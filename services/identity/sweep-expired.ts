import { In, LessThan, type EntityTarget } from "typeorm";
import { EmailToken } from "../../entities/email-token.js";
import { KnownClient } from "../../entities/known-client.js";
import { Session } from "../../entities/session.js";
import { SignInFailure } from "../../entities/sign-in-failure.js";
import type { Host } from "../../runtime/host.js";
import { sweepIdempotencyKeys } from "../../runtime/idempotency.js";
import type { TaskHandler } from "../../runtime/tasks/task-handler.js";

const QUEUE = "identity.sweep";
const EVERY_MS = 3600 * 1000;
const BATCH = 500;

/** One sweep for the deployment, however many processes start. */
export const startSweep = (host: Host): Promise<void> =>
  host.transact((tx) => host.tasks.enqueue(tx, { queue: QUEUE, subject: "identity", payer: "system" }));

/** Expired rows mean nothing to anybody; they are removed so that tables stay small. */
export const sweepExpired = (host: Host): TaskHandler => ({
  queue: QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run(task) {
    const past = LessThan(Date.now());
    await sweep(host, task.signal, Session, { expiresAt: past });
    await sweep(host, task.signal, EmailToken, { expiresAt: past });
    await sweep(host, task.signal, KnownClient, { expiresAt: past });
    await sweep(host, task.signal, SignInFailure, { clearAt: past });
    await sweepIdempotencyKeys(host, task.signal);
    return { again: { afterMs: EVERY_MS } };
  },
});

async function sweep(
  host: Host,
  signal: AbortSignal,
  entity: EntityTarget<{ id: string }>,
  where: object,
): Promise<void> {
  while (!signal.aborted) {
    const rows = await host.read.find(entity, where, { limit: BATCH });
    if (rows.length > 0)
      await host.transact((tx) => tx.delete(entity, { ...where, id: In(rows.map(({ id }) => id)) }));
    if (rows.length < BATCH) return;
  }
}
