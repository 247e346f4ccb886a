import * as contracts from "../../contracts/identity.js";
import { adminListAudit, listAudit as auditContract } from "../../contracts/audit.js";
import * as oauth from "../../contracts/oauth.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { sendMails } from "../../runtime/mail/send-mails.js";
import { requireAccount } from "./account.repository.js";
import { listAllAudit, listAudit } from "./audit/list-audit.js";
import { confirmPasswordReset } from "./confirm-password-reset.js";
import { createApiKey } from "./create-api-key.js";
import { deleteApiKey } from "./delete-api-key.js";
import { endedTask, sessionsEndedTask } from "./end-credential.js";
import { ensureOperator } from "./ensure-operator.js";
import { grantCredits } from "./grant-credits.js";
import { allowLimits, allowMinting, requireOperator, requireSession } from "./identity.policy.js";
import { listAccounts } from "./list-accounts.js";
import { listApiKeys } from "./list-api-keys.js";
import { deleteGrant, listGrants, updateGrant } from "./oauth/grants.js";
import { presentAdminAccount } from "./present-admin-account.js";
import { readProfiles } from "./read-profiles.js";
import { readSession } from "./read-session.js";
import { readStanding } from "./read-standing.js";
import { requestPasswordReset } from "./request-password-reset.js";
import { resendVerification } from "./resend-verification.js";
import { signIn } from "./sign-in.js";
import { signOut } from "./sign-out.js";
import { signUp } from "./sign-up.js";
import { sweepExpired } from "./sweep-expired.js";
import { updateAccount } from "./update-account.js";
import { updateApiKey } from "./update-api-key.js";
import { verifyEmail } from "./verify-email.js";

/** Actions of operators on accounts (rules/identity 50). */
const operatorActions = (host: Host): Action[] => [
  action(contracts.adminListAccounts, {
    find: async ({ auth }) => requireOperator(auth),
    run: (_context, query) => listAccounts(host, query),
  }),
  action(adminListAudit, {
    find: async ({ auth }) => requireOperator(auth),
    run: (_context, query) => listAllAudit(host, query),
  }),
  action(contracts.adminUpdateAccount, {
    find: async ({ auth }) => requireOperator(auth),
    run: async (_context, { id, ...change }) => ({ account: await updateAccount(host, id, change) }),
  }),
  action(contracts.adminGrantCredits, {
    find: async ({ auth }, { id }) => {
      requireOperator(auth);
      return requireAccount(host.read, id);
    },
    run: async (context, request, account) => ({
      account: await grantCredits(host, context, account, request),
    }),
    replay: async ({ auth }, id) => {
      requireOperator(auth);
      return {
        account: await presentAdminAccount(host.read, await requireAccount(host.read, id)),
      };
    },
  }),
];

/** The area of accounts, sessions, API keys and operators. */
const identity: AreaFactory = async (host) => {
  // The operator's account is made before the process takes requests, so that nobody signs up with its
  // address meanwhile.
  await ensureOperator(host);
  const sweep = sweepExpired(host);
  return {
    name: "identity",
    actions: [
      action(contracts.signUp, { run: (context, person) => signUp(host, context, person) }),
      action(contracts.signIn, { run: (context, given) => signIn(host, context, given) }),
      action(contracts.signOut, {
        find: async ({ auth }) => requireSession(auth),
        run: ({ auth }) => signOut(host, auth),
      }),
      action(contracts.getSession, {
        find: async ({ auth }) => requireSession(auth),
        run: ({ auth }) => readSession(host, auth),
      }),
      action(contracts.verifyEmail, { run: (_context, { token }) => verifyEmail(host, token) }),
      action(contracts.resendVerification, {
        find: async ({ auth }) => requireSession(auth),
        run: ({ auth }) => resendVerification(host, auth),
      }),
      action(contracts.requestPasswordReset, {
        run: (context, { email }) => requestPasswordReset(host, context, email),
      }),
      action(contracts.confirmPasswordReset, {
        run: (context, request) => confirmPasswordReset(host, context, request),
      }),
      action(contracts.createApiKey, {
        allow: ({ auth }, { scopes }) => allowMinting(auth, scopes),
        run: ({ auth }, request) => createApiKey(host, auth, request),
      }),
      action(contracts.listApiKeys, { run: ({ auth }) => listApiKeys(host, auth.accountId) }),
      action(contracts.updateApiKey, {
        allow: ({ auth }) => allowLimits(auth),
        run: ({ auth }, request) => updateApiKey(host, auth.accountId, request),
      }),
      action(contracts.deleteApiKey, { run: ({ auth }, { id }) => deleteApiKey(host, auth.accountId, id) }),
      action(auditContract, { run: ({ auth }, query) => listAudit(host, auth.accountId, query) }),
      action(oauth.listOauthGrants, { run: ({ auth }, page) => listGrants(host, auth.accountId, page) }),
      action(oauth.updateOauthGrant, {
        allow: ({ auth }) => allowLimits(auth),
        run: ({ auth }, request) => updateGrant(host, auth.accountId, request),
      }),
      action(oauth.deleteOauthGrant, { run: ({ auth }, { id }) => deleteGrant(host, auth.accountId, id) }),
      action(oauth.adminListOauthGrants, {
        find: async ({ auth }, { id }) => {
          requireOperator(auth);
          return requireAccount(host.read, id);
        },
        run: (_context, page, { id }) => listGrants(host, id, page),
      }),
      action(oauth.adminDeleteOauthGrant, {
        find: async ({ auth }) => requireOperator(auth),
        run: (_context, { id, grantId }) => deleteGrant(host, id, grantId),
      }),
      action(contracts.getProfiles, { run: (_context, { accountIds }) => readProfiles(host, accountIds) }),
      action(contracts.getStanding, {
        run: (_context, { accountId, delegate }) => readStanding(host, accountId, delegate),
      }),
      ...operatorActions(host),
    ],
    tasks: [sweep.handler, sendMails(host), endedTask(host), sessionsEndedTask(host)],
    started: sweep.start,
  };
};
export default identity;
