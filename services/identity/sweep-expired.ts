import { LessThan } from "typeorm";
import { EmailToken } from "../../entities/email-token.js";
import { KnownClient } from "../../entities/known-client.js";
import { Session } from "../../entities/session.js";
import { SignInFailure } from "../../entities/sign-in-failure.js";
import { AUDIT_DAYS } from "../../contracts/audit.js";
import { sweepEntries } from "../../runtime/actions/audit/read-entries.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";
import { sweepIdempotencyKeys } from "../../runtime/actions/idempotency.js";
import { sweepLimitedUses } from "../../runtime/actions/limited-uses.js";
import { sweepRecords } from "./oauth/sweep-records.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/recurring-task.js";

const EVERY_MS = 3600_000;
const DAY_MS = 24 * EVERY_MS;

/** Expired rows mean nothing to anybody; they are removed so that tables stay small. */
export const sweepExpired = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "identity.sweep",
    everyMs: EVERY_MS,
    async run({ signal }) {
      const past = LessThan(Date.now());
      await deleteAll<Session>(host, signal, Session, { expiresAt: past });
      await deleteAll<EmailToken>(host, signal, EmailToken, { expiresAt: past });
      await deleteAll<KnownClient>(host, signal, KnownClient, { expiresAt: past });
      await deleteAll<SignInFailure>(host, signal, SignInFailure, { clearAt: past });
      await sweepRecords(host, signal);
      await sweepLimitedUses(host, signal);
      await sweepIdempotencyKeys(host, signal);
      await sweepEntries(host, signal, AUDIT_DAYS * DAY_MS);
    },
  });
