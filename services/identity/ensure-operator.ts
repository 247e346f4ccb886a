import { emailAddress } from "../../contracts/identity.js";
import { ConfigError } from "../../runtime/config/load-config.js";
import type { Host } from "../../runtime/process/host.js";
import { isUniqueViolation } from "../../runtime/database/transaction.js";
import { findByEmail } from "./account.repository.js";
import { openAccount } from "./open-account.js";
import { hashPassword } from "./passwords.js";

/**
 * Makes the account of OPERATOR_EMAIL if it is absent; several processes may do so at once. An account that
 * another person made with this address earlier stays unchanged: its password is not the operator's.
 */
export async function ensureOperator(host: Host): Promise<void> {
  const { operator, signupCredits } = host.config;
  if (operator === null) return;
  const { success, data: email } = emailAddress.safeParse(operator.email);
  if (!success) throw new ConfigError("OPERATOR_EMAIL must be an e-mail address.");
  const present = await findByEmail(host.read, email);
  if (present) {
    if (!present.operator)
      host.log.warn(`The account ${email} of OPERATOR_EMAIL was there before and is not an operator.`);
    return;
  }
  const passwordHash = await hashPassword(operator.password);
  const account = { email, name: null, passwordHash, operator: true, emailVerified: true, isFounder: false };
  try {
    await host.transact((tx) => openAccount(tx, account, { credits: signupCredits, needEmail: false }));
    host.log.info(`made the operator's account ${email}`);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}
