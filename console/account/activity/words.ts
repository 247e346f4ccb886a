import type { AuditEntry } from "../queries.js";

/** The actions whose sentence does not follow from the verb and the noun of the action's name. */
const SENTENCES: Readonly<Record<string, string>> = {
  "identity.signUp": "Signed up",
  "identity.signIn": "Signed in",
  "identity.signOut": "Signed out",
  "identity.verifyEmail": "Confirmed the e-mail address",
  "identity.resendVerification": "Asked for another confirmation mail",
  "identity.requestPasswordReset": "Asked for a new password",
  "identity.confirmPasswordReset": "Set a new password",
  "identity.deleteApiKey": "Revoked an API key",
  "identity.connectAgent": "Connected an agent",
  "identity.disconnectAgent": "Disconnected an agent",
  "identity.deleteOauthGrant": "Disconnected an agent",
  "identity.updateOauthGrant": "Changed the limits of an agent",
  "identity.updateApiKey": "Changed the limits of an API key",
  "identity.adminDeleteOauthGrant": "Disconnected an agent, as an operator",
  "identity.adminUpdateAccount": "Changed an account, as an operator",
  "identity.adminGrantCredits": "Granted credits, as an operator",
  "billing.checkout": "Made a payment link",
  "billing.completeCheckout": "Paid",
  "billing.stripeWebhook": "A payment provider sent an event",
  "billing.cancelSubscription": "Canceled the plan",
  "billing.resumeSubscription": "Kept the plan",
  "storage.ticket": "Began an upload",
  "storage.commit": "Uploaded a file",
  "storage.import": "Imported a file",
  "storage.delete": "Deleted a file",
  "storage.publish": "Published a file",
  "storage.link": "Put a file into a project",
  "models.adminUpdate": "Changed a model",
  "generation.create": "Started a generation",
  "generation.cancel": "Canceled a generation",
  "applications.run": "Ran an Application",
  "transcriptions.create": "Started a transcription",
  "translation.start": "Started a translation of the project",
  "translation.cancel": "Stopped a translation of the project",
  "translation.translateDocument": "Translated a document",
  "projects.invite": "Invited somebody",
  "projects.removeMember": "Removed a member",
  "content.replaceDraft": "Wrote a draft",
  "content.patchDraft": "Changed a draft",
  "content.mergeDraft": "Changed a draft",
  "content.updateDraft": "Changed a draft",
  "content.updateSettings": "Changed the languages",
  "webhooks.retryDelivery": "Sent an event to a webhook again",
  "workflows.execute": "Started a run",
  "workflows.resumeRun": "Resumed a run",
  "workflows.stopRun": "Stopped a run",
  "workflows.import": "Imported a workflow",
};

const VERBS: Readonly<Record<string, string>> = {
  create: "Made",
  update: "Changed",
  delete: "Deleted",
  publish: "Published",
  unpublish: "Took back",
  restore: "Restored",
  revoke: "Took back",
  accept: "Accepted",
  decline: "Declined",
  fire: "Fired",
  load: "Loaded",
  unload: "Unloaded",
  reload: "Reloaded",
};

const split = (name: string): string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

/** Returns the sentence for the action of an entry, such as "Published a document". */
export function deedOf({ action, resource }: Pick<AuditEntry, "action" | "resource">): string {
  const known = SENTENCES[action];
  if (known !== undefined) return known;
  const [verb = "", ...noun] = split(action.split(".").at(-1) ?? action);
  const said = VERBS[verb];
  if (said === undefined) return action;
  const what = (noun.length === 0 ? split(resource.kind) : noun).join(" ").replace("api", "API");
  return `${said} ${/^[aeiou]/i.test(what) ? "an" : "a"} ${what}`;
}

const BY: Readonly<Record<AuditEntry["actor"]["kind"], string>> = {
  person: "",
  key: "by API key",
  agent: "by an agent",
  operator: "as operator",
  run: "by a run",
  trigger: "by a trigger",
  system: "by the service",
  visitor: "without signing in",
};

/** Returns the name of the actor and the kind of client that it used; "You" for the address `own`. */
export function actorOf({ kind, name, email }: AuditEntry["actor"], own: string | undefined): string {
  const who =
    email !== null && email === own ? "You" : (name ?? email ?? (kind === "system" ? "" : "Somebody"));
  return [who, BY[kind]].filter((part) => part !== "").join(" ");
}

/** The filters of the activity page: a prefix of the action, and its label. */
export const KINDS_OF_ACTS = [
  ["", "Everything"],
  ["identity.signIn", "Sign-ins"],
  ["identity.createApiKey", "New API keys"],
  ["identity.connectAgent", "Connected agents"],
  ["content.publishDocument", "Published documents"],
  ["generation.create", "Generations"],
  ["workflows.execute", "Runs"],
  ["projects.invite", "Invites"],
  ["storage.delete", "Deleted files"],
] as const;
