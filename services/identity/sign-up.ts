import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { signUp as contract } from "../../contracts/identity.js";
import { nameAct } from "../../runtime/actions/audit/act.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { isUniqueViolation, type Tx } from "../../runtime/database/transaction.js";
import { findByEmail, hasNoAccounts } from "./account.repository.js";
import { issueMailToken } from "./mail-tokens.js";
import { countMail } from "../../runtime/mail/mail-budget.js";
import { refuseClosed } from "./identity.policy.js";
import { withinSignUpLimit } from "./sign-up-limit.js";
import { transactAndMail } from "./transact-and-mail.js";
import { verificationMail } from "./mails.js";
import { openAccount } from "./open-account.js";
import { openSession } from "./open-session.js";
import { hashPassword } from "./passwords.js";
import { presentUser } from "./present-user.js";
import { saveClient } from "./throttle.repository.js";

export interface SignUp {
  email: string;
  password: string;
  name?: string | null | undefined;
}

/**
 * Makes an account with balance, default project and session in one transaction. Throws `forbidden` when
 * sign-up is closed to the address, `conflict` for a known address, `rate_limited` for a client with too many
 * sign-ups.
 */
export async function signUp(
  host: Host,
  context: ActionContext,
  { email, password, name }: SignUp,
): Promise<ResultOf<typeof contract>> {
  await refuseClosed(host, host.read, email);
  await refuseKnown(host, email);
  return withinSignUpLimit(host, context.meta.client, () => open(host, context, { email, password, name }));
}

async function open(
  host: Host,
  context: ActionContext,
  { email, password, name }: SignUp,
): Promise<ResultOf<typeof contract>> {
  const passwordHash = await hashPassword(password, {
    networks: networksOf(context.meta.client),
    signal: context.signal,
  });
  const begin = async (tx: Tx) => {
    await refuseClosed(host, tx, email);
    const isFounder = host.config.operator === null && (await hasNoAccounts(tx));
    const account = await openAccount(
      tx,
      { email, name: name || null, passwordHash, operator: isFounder, emailVerified: false, isFounder },
      { credits: host.config.signupCredits, needEmail: host.config.signupCreditsNeedEmail },
    );
    nameAct({ actor: { kind: "person", id: account.id } });
    const session = await openSession(tx, account.id);
    await saveClient(tx, email, context.meta.client);
    // A mailbox that others have flooded gets no more mail: the account is made, and its mail can be
    // requested later.
    const letter =
      (await countMail(tx, email)) === 0
        ? verificationMail(host, account.email, await issueMailToken(tx, account.id, "verify"))
        : null;
    return { made: { account, session }, letter };
  };
  const { account, session } = await transactAndMail(host, begin).catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    await refuseKnown(host, email);
    // Another sign-up became the first account at the same time; this account is an ordinary one.
    return transactAndMail(host, begin);
  });
  return { user: await presentUser(host.read, account), session };
}

async function refuseKnown(host: Pick<Host, "read">, email: string): Promise<void> {
  if ((await findByEmail(host.read, email)) !== null)
    throw new ServiceError("conflict", "There is an account with this e-mail address already.");
}
