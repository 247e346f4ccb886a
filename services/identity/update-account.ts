import { notFound, ServiceError } from "../../contracts/errors.js";
import type { AdminAccount } from "../../contracts/identity.js";
import type { Account } from "../../entities/account.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { changeAccount, countActingOperators, lockAccount, lockOperators } from "./account.repository.js";
import { confirmAddress } from "./confirm-address.js";
import { presentAdminAccount } from "./present-admin-account.js";

export interface AccountChange {
  suspended?: boolean | undefined;
  emailVerified?: boolean | undefined;
  operator?: boolean | undefined;
  features?: { generation?: boolean | undefined; transcription?: boolean | undefined } | undefined;
}

/**
 * Changes the given properties of an account. Throws `conflict` when no operator who can act would be left.
 */
export async function updateAccount(
  host: Pick<Host, "read" | "transact">,
  id: string,
  change: AccountChange,
): Promise<AdminAccount> {
  const account = await host.transact(async (tx) => {
    const mayEndOperator = change.suspended === true || change.operator === false;
    if (mayEndOperator) await lockOperators(tx);
    const current = await lockAccount(tx, id);
    if (current === null) throw notFound("There is no such account.");
    const next = {
      suspended: change.suspended ?? current.suspended,
      emailVerified: change.emailVerified ?? current.emailVerified,
      operator: change.operator ?? current.operator,
      features: { ...current.features, ...given(change.features) },
    };
    if (next.emailVerified && !current.emailVerified) await confirmAddress(tx, id);
    await changeAccount(tx, { id, ...next });
    if (isActing(current) && !isActing(next)) await requireActingOperator(tx);
    return Object.assign(current, next);
  });
  return presentAdminAccount(host.read, account);
}

const isActing = ({ operator, suspended }: Pick<Account, "operator" | "suspended">): boolean =>
  operator && !suspended;

async function requireActingOperator(tx: Tx): Promise<void> {
  if ((await countActingOperators(tx)) === 0)
    throw new ServiceError("conflict", "This is the last operator. Make another account an operator first.");
}

const given = <T extends object>(changes: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(changes ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
