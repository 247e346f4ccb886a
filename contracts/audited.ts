/**
 * Kinds of actors: a person's session, an API key, a connected agent, an operator, a workflow run, a trigger,
 * background work, or somebody without any account.
 */
export const ACTOR_KINDS = [
  "person",
  "key",
  "agent",
  "operator",
  "run",
  "trigger",
  "system",
  "visitor",
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Describes the entry that a writing action leaves in the audit log. */
export interface Audited {
  /** Kind of the resource that the action writes to. */
  kind: string;
  /**
   * Name of the parameter with the resource's id; default `id`. Null: the action names the id itself, or the
   * resource is the caller's account.
   */
  id?: string | null;
  /** Table in which the action makes the resource; the new row's id becomes the entry's. */
  made?: string;
  /**
   * Name of the parameter with the project's id, where it is not `projectId` and the resource does not tell
   * its project.
   */
  project?: string;
  /** Name of the parameter with the id of the account that owns the resource. */
  owner?: string;
  /** Name of the action in the log, where it differs from the contract's. */
  as?: string;
  /** Kind of the actor where nobody is signed in; default `visitor`. */
  by?: ActorKind;
}

const job = { kind: "job", made: "generation_jobs" } as const;
const document = { kind: "document" } as const;
const project = { kind: "project", project: "id" } as const;
const ownAccount = { kind: "account", id: null } as const;
const service = { kind: "service", id: "name" } as const;
const trigger = { kind: "trigger", id: "triggerId" } as const;

/** Every action that changes something for somebody, by its contract's name (ADR-0043). */
export const AUDITED: Readonly<Record<string, Audited>> = {
  "identity.signUp": { kind: "account", made: "accounts" },
  "identity.signIn": ownAccount,
  "identity.signOut": ownAccount,
  "identity.verifyEmail": ownAccount,
  "identity.resendVerification": ownAccount,
  "identity.requestPasswordReset": ownAccount,
  "identity.confirmPasswordReset": ownAccount,
  "identity.createApiKey": { kind: "apiKey", made: "api_keys" },
  "identity.updateApiKey": { kind: "apiKey" },
  "identity.deleteApiKey": { kind: "apiKey" },
  "identity.updateOauthGrant": { kind: "grant" },
  "identity.deleteOauthGrant": { kind: "grant" },
  "identity.adminDeleteOauthGrant": { kind: "grant", id: "grantId", owner: "id" },
  "identity.adminUpdateAccount": { kind: "account", owner: "id" },
  "identity.adminGrantCredits": { kind: "account", owner: "id" },

  "billing.checkout": { kind: "checkout", made: "checkouts" },
  "billing.completeCheckout": { kind: "checkout" },
  "billing.stripeWebhook": { kind: "payment", made: "payment_events", by: "system" },
  "billing.cancelSubscription": ownAccount,
  "billing.resumeSubscription": ownAccount,

  "storage.ticket": { kind: "object", made: "storage_objects" },
  "storage.commit": { kind: "object", id: "storageId" },
  "storage.import": { kind: "object", id: null },
  "storage.delete": { kind: "object", id: "storageId" },
  "storage.publish": { kind: "object", id: "storageId" },
  "storage.link": project,

  "models.adminUpdate": { kind: "model" },
  "operations.loadService": service,
  "operations.unloadService": service,
  "operations.reloadService": service,
  "operations.reloadPlugin": { kind: "plugin", id: "name" },

  "generation.create": job,
  "generation.cancel": { kind: "job" },
  "applications.run": job,

  "projects.create": { kind: "project", made: "projects" },
  "projects.update": project,
  "projects.delete": project,
  "projects.invite": { kind: "invite", made: "project_invites", project: "id" },
  "projects.revokeInvite": { kind: "invite", id: "inviteId", project: "id" },
  "projects.acceptInvite": { kind: "invite", id: "inviteId" },
  "projects.declineInvite": { kind: "invite", id: "inviteId" },
  "projects.removeMember": { kind: "member", id: "userId", project: "id" },

  "transcriptions.create": { kind: "transcription", made: "transcriptions" },
  "transcriptions.cancel": { kind: "transcription" },
  "translation.start": { kind: "translationJob", made: "translation_jobs" },
  "translation.cancel": { kind: "translationJob" },
  "translation.translateDocument": document,
  "translation.place": { ...document, as: "translation.translateDocument" },

  "content.createType": { kind: "contentType", made: "content_types" },
  "content.updateType": { kind: "contentType" },
  "content.deleteType": { kind: "contentType" },
  "content.updateSettings": { kind: "contentSettings", id: "projectId" },
  "content.createDocument": { kind: "document", made: "content_documents" },
  "content.replaceDraft": document,
  "content.patchDraft": document,
  "content.mergeDraft": document,
  "content.updateDraft": document,
  "content.publishDocument": document,
  "content.unpublishDocument": document,
  "content.deleteDocument": document,
  "content.restoreRevision": document,
  "webhooks.create": { kind: "webhook", made: "webhooks" },
  "webhooks.update": { kind: "webhook" },
  "webhooks.delete": { kind: "webhook" },
  "webhooks.retryDelivery": { kind: "webhookDelivery", id: "deliveryId" },
  "delivery.createToken": { kind: "deliveryToken", made: "delivery_tokens" },
  "delivery.deleteToken": { kind: "deliveryToken" },

  "workflows.create": { kind: "workflow", made: "workflows" },
  "workflows.import": { kind: "workflow", made: "workflows" },
  "workflows.update": { kind: "workflow" },
  "workflows.delete": { kind: "workflow" },
  "workflows.start": { kind: "run", made: "workflow_runs", as: "workflows.execute" },
  "workflows.resumeRun": { kind: "run", id: "runId" },
  "workflows.stopRun": { kind: "run", id: "runId" },
  "workflows.createTrigger": { kind: "trigger", made: "workflow_triggers" },
  "workflows.updateTrigger": trigger,
  "workflows.deleteTrigger": trigger,
  "workflows.fireTrigger": { ...trigger, by: "trigger" },
};

const CASCADE = "is part of projects.delete, which has an entry";

/**
 * Actions that leave no entry of their own although their contract or its method says that they write, each
 * with the reason.
 */
export const UNAUDITED: Readonly<Record<string, string>> = {
  "generation.estimate": "changes nothing",
  "workflows.estimate": "changes nothing",
  "translation.preview": "changes nothing",
  "workflows.execute": "calls workflows.start, whose entry has its name",
  "generation.cancelMany": "is part of the end of a run, which has an entry",
  "transcriptions.stopMany": "is part of the end of a run, which has an entry",
  "translation.cancelMany": "is part of the end of a run, which has an entry",
  "content.announcePresence": "is of a moment, and no part of the document",
  "content.projectDeleted": CASCADE,
  "delivery.projectDeleted": CASCADE,
  "generation.projectDeleted": CASCADE,
  "storage.projectDeleted": CASCADE,
  "transcriptions.projectDeleted": CASCADE,
  "translation.projectDeleted": CASCADE,
  "webhooks.projectDeleted": CASCADE,
  "workflows.projectDeleted": CASCADE,
};

/**
 * Acts without a contract, with the names that the log gives them: those of the OAuth library's routes and of
 * background work.
 */
export const OTHER_ACTS = {
  connect: { action: "identity.connectAgent", kind: "grant", made: null },
  disconnect: { action: "identity.disconnectAgent", kind: "grant", made: null },
  fire: { action: "workflows.execute", kind: "run", made: "workflow_runs" },
  followPublish: { action: "translation.start", kind: "translationJob", made: "translation_jobs" },
} as const;
