import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { normalizeEmail, type signIn as contract } from "../../contracts/identity.js";
import { aside, nameAct } from "../../runtime/actions/audit/act.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findByEmail, lockAccount } from "./account.repository.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { openSession } from "./open-session.js";
import { checkPassword } from "./passwords.js";
import { presentUser } from "./present-user.js";
import { KeyedMutex } from "../../runtime/concurrency/keyed-mutex.js";
import { assess, type ThrottleRule } from "./throttle-rules.js";
import { countFailure, deleteFailures, readFailures, saveClient } from "./throttle.repository.js";

/** Runs a client's attempts one after the other, so that a burst does not pass the throttle together. */
const mutex = new KeyedMutex();

const refusal = () => new ServiceError("unauthenticated", "The e-mail address or the password is wrong.");

/**
 * Signs in. An unknown address and a wrong password are refused alike, in like time. Throws `rate_limited`
 * after many failures.
 */
export async function signIn(
  host: Pick<Host, "read" | "transact">,
  context: ActionContext,
  given: { email: string; password: string },
): Promise<ResultOf<typeof contract>> {
  const { client } = context.meta;
  const { signal } = context;
  const email = normalizeEmail(given.email);
  const networks = networksOf(client);
  return mutex.take(networks.client, async () => {
    signal.throwIfAborted();
    const { pairRule, isKnown } = await admit(host, email, client);
    const account = await findByEmail(host.read, email);
    const asker = { networks, signal, isKnown };
    const isRight = await checkPassword(account?.passwordHash ?? null, given.password, asker);
    if (account === null || !isRight) {
      await aside(() => host.transact((tx) => countFailure(tx, email, client, pairRule)));
      throw refusal();
    }
    const session = await host.transact(async (tx) => {
      // A reset in between has ended all sessions: the old password opens no new one.
      const current = await lockAccount(tx, account.id);
      if (current?.passwordHash !== account.passwordHash) throw refusal();
      nameAct({ resourceId: account.id, actor: { kind: "person", id: account.id } });
      await deleteFailures(tx, email, client);
      await saveClient(tx, email, client);
      return openSession(tx, account.id);
    });
    return { user: await presentUser(host.read, account), session };
  });
}

async function admit(
  host: Pick<Host, "read">,
  email: string,
  client: string,
): Promise<{ pairRule: ThrottleRule; isKnown: boolean }> {
  const failures = await readFailures(host.read, email, client);
  const { waitMs, pairRule } = assess(failures, Date.now());
  if (waitMs === 0) return { pairRule, isKnown: failures.isKnownClient };
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new ServiceError(
    "rate_limited",
    `Too many failed sign-ins. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
