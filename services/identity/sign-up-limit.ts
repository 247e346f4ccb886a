import { ServiceError } from "../../contracts/errors.js";
import { aside } from "../../runtime/audit/act.js";
import type { Host } from "../../runtime/host.js";
import { type Allowance, giveUsesBack, takeUses, waitForUse } from "../../runtime/limited-uses.js";
import { isInvited } from "../projects/index.js";
import type { Reader } from "../../runtime/transaction.js";
import { clientNetwork } from "./client-network.js";

const HOUR_MS = 3600_000;

/** Throws `forbidden` where SIGNUP closes sign-up to the address (decisions 1). */
export async function refuseClosed(
  { config }: Pick<Host, "config">,
  reader: Reader,
  email: string,
): Promise<void> {
  if (config.signup === "closed") throw new ServiceError("forbidden", "Sign-up is closed here.");
  if (config.signup === "invite" && !(await isInvited(reader, email)))
    throw new ServiceError(
      "forbidden",
      "Sign-up is by invite only here: ask the owner of a project to invite this address.",
    );
}

/**
 * Runs a sign-up as one of the client's of this hour (SIGNUP_LIMIT; decisions 1); one that fails counts for nothing. The
 * place is taken before the work begins, so that a burst at once costs no more than its due. Throws `rate_limited`.
 */
export async function withinSignUpLimit<T>(host: Host, client: string, work: () => Promise<T>): Promise<T> {
  const allowance: Allowance = {
    name: `sign-up\n${clientNetwork(client)}`,
    limit: host.config.signupLimit,
    windowMs: HOUR_MS,
  };
  // A flood is refused by a read; only who seems to have a place left takes the lock.
  refuseWait(await waitForUse(host.read, allowance));
  const { waitMs, ids } = await aside(() => host.transact((tx) => takeUses(tx, [allowance])));
  refuseWait(waitMs);
  try {
    return await work();
  } catch (error) {
    await aside(() => host.transact((tx) => giveUsesBack(tx, ids ?? []))).catch((left: unknown) =>
      host.log.warn({ err: left }, "a sign-up that failed stays counted for an hour"),
    );
    throw error;
  }
}

function refuseWait(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ServiceError(
    "rate_limited",
    `Too many accounts were made from this network address. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
