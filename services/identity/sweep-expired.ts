import { AUDIT_DAYS } from "../../contracts/audit.js";
import { sweepEntries } from "../../runtime/actions/audit/read-entries.js";
import type { Host } from "../../runtime/process/host.js";
import { sweepIdempotencyKeys } from "../../runtime/actions/idempotency.js";
import { sweepLimitedUses } from "../../runtime/actions/limited-uses.js";
import { deleteExpiredMailTokens } from "./mail-token.repository.js";
import { sweepRecords } from "./oauth/sweep-records.js";
import { deleteExpiredSessions } from "./session.repository.js";
import { deleteOldFailures } from "./throttle.repository.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";

const EVERY_MS = 3600_000;
const DAY_MS = 24 * EVERY_MS;

/** Removes expired rows, which nothing reads any more, so that tables stay small. */
export const sweepExpired = (host: Pick<Host, "read" | "transact" | "tasks">): RecurringTask =>
  recurringTask(host, {
    queue: "identity.sweep",
    everyMs: EVERY_MS,
    async run({ signal }) {
      const past = { at: Date.now(), signal };
      await deleteExpiredSessions(host, past);
      await deleteExpiredMailTokens(host, past);
      await deleteOldFailures(host, past);
      await sweepRecords(host, signal);
      await sweepLimitedUses(host, signal);
      await sweepIdempotencyKeys(host, signal);
      await sweepEntries(host, signal, AUDIT_DAYS * DAY_MS);
    },
  });
