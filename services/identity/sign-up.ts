import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { signUp as contract } from "../../contracts/identity.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import { isUniqueViolation, type Tx } from "../../runtime/transaction.js";
import { findByEmail } from "./account.repository.js";
import { issueMailToken } from "./mail-tokens.js";
import { transactAndMail } from "./send-mail.js";
import { verificationMail } from "./mails.js";
import { openAccount } from "./open-account.js";
import { openSession } from "./open-session.js";
import { hashPassword } from "./passwords.js";
import { presentUser } from "./present-user.js";
import { rememberClient } from "./throttle.repository.js";

export interface SignUp {
  email: string;
  password: string;
  name?: string | null | undefined;
}

/** Account, balance, default project and session in one transaction. Throws `conflict` for a known address. */
export async function signUp(
  host: Host,
  context: ActionContext,
  { email, password, name }: SignUp,
): Promise<ResultOf<typeof contract>> {
  await refuseKnown(host, email);
  const passwordHash = await hashPassword(password);
  const begin = async (tx: Tx) => {
    const isFounder = host.config.operator === null && (await isEmpty(tx));
    const account = await openAccount(
      tx,
      { email, name: name || null, passwordHash, operator: isFounder, emailVerified: false, isFounder },
      host.config.signupCredits,
    );
    const session = await openSession(tx, account.id);
    const token = await issueMailToken(tx, account.id, "verify");
    await rememberClient(tx, email, context.meta.client);
    return { made: { account, session }, letter: verificationMail(host, account.email, token) };
  };
  const { account, session } = await transactAndMail(host, begin).catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    await refuseKnown(host, email);
    // Somebody else became the first account at the same time; this one is an ordinary one.
    return transactAndMail(host, begin);
  });
  return { user: await presentUser(host.read, account), session };
}

async function refuseKnown(host: Host, email: string): Promise<void> {
  if ((await findByEmail(host.read, email)) !== null)
    throw new ServiceError("conflict", "There is an account with this e-mail address already.");
}

const isEmpty = async (tx: Tx): Promise<boolean> =>
  (await tx.query("SELECT id FROM accounts LIMIT 1")).length === 0;
