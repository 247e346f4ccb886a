import type { Contract } from "../../../../contracts/contract.js";

/** The fields of Query and Mutation by the contracts that they call. A published name stays. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  "applications.list": "applications",
  "applications.run": "runApplication",
  "billing.account": "account",
  "billing.cancelSubscription": "cancelSubscription",
  "billing.checkout": "createCheckout",
  "billing.plans": "plans",
  "billing.resumeSubscription": "resumeSubscription",
  "billing.usage": "usage",
  "content.announcePresence": "announcePresence",
  "content.createDocument": "createDocument",
  "content.createType": "createContentType",
  "content.deleteDocument": "deleteDocument",
  "content.deleteType": "deleteContentType",
  "content.getDocument": "document",
  "content.getRevision": "revision",
  "content.getSettings": "contentSettings",
  "content.getType": "contentType",
  "content.listDocuments": "documents",
  "content.listRevisions": "revisions",
  "content.listTitles": "documentTitles",
  "content.listTypeVersions": "contentTypeVersions",
  "content.listTypes": "contentTypes",
  "content.patchDraft": "patchDraft",
  "content.publishDocument": "publishDocument",
  "content.replaceDraft": "replaceDraft",
  "content.restoreRevision": "restoreRevision",
  "content.unpublishDocument": "unpublishDocument",
  "content.updateDraft": "updateDraft",
  "content.updateSettings": "updateContentSettings",
  "content.updateType": "updateContentType",
  "delivery.createToken": "createDeliveryToken",
  "delivery.deleteToken": "deleteDeliveryToken",
  "delivery.listTokens": "deliveryTokens",
  "gateway.health": "health",
  "generation.cancel": "cancelGeneration",
  "generation.create": "createGeneration",
  "generation.estimate": "createEstimate",
  "generation.get": "generation",
  "generation.list": "generations",
  "identity.adminDeleteOauthGrant": "adminDeleteOauthGrant",
  "identity.adminGrantCredits": "adminGrantCredits",
  "identity.adminListAccounts": "adminAccounts",
  "identity.adminListAudit": "adminAudit",
  "identity.adminListOauthGrants": "adminOauthGrants",
  "identity.adminUpdateAccount": "adminUpdateAccount",
  "identity.createApiKey": "createApiKey",
  "identity.deleteApiKey": "deleteApiKey",
  "identity.deleteOauthGrant": "deleteOauthGrant",
  "identity.listApiKeys": "apiKeys",
  "identity.listAudit": "audit",
  "identity.listOauthGrants": "oauthGrants",
  "identity.resendVerification": "resendVerification",
  "identity.session": "session",
  "identity.updateApiKey": "updateApiKey",
  "identity.updateOauthGrant": "updateOauthGrant",
  "models.adminList": "adminModels",
  "models.adminUpdate": "adminUpdateModel",
  "models.list": "models",
  "operations.loadService": "adminLoadService",
  "operations.nodes": "adminNodes",
  "operations.plugins": "adminPlugins",
  "operations.reloadPlugin": "adminReloadPlugin",
  "operations.reloadService": "adminReloadService",
  "operations.services": "adminServices",
  "operations.tasks": "adminTasks",
  "operations.unloadService": "adminUnloadService",
  "projects.acceptInvite": "acceptInvite",
  "projects.create": "createProject",
  "projects.declineInvite": "declineInvite",
  "projects.delete": "deleteProject",
  "projects.get": "project",
  "projects.invite": "inviteMember",
  "projects.list": "projects",
  "projects.removeMember": "removeMember",
  "projects.revokeInvite": "revokeInvite",
  "projects.update": "updateProject",
  "projects.usage": "projectUsage",
  "storage.commit": "commitUpload",
  "storage.delete": "deleteStorageObject",
  "storage.get": "storageObject",
  "storage.import": "importUpload",
  "storage.link": "linkToProject",
  "storage.listLinked": "projectStorage",
  "storage.publish": "publishStorageObject",
  "storage.raw": "storageAddress",
  "storage.ticket": "createUploadTicket",
  "storage.usage": "storage",
  "transcriptions.create": "createTranscription",
  "transcriptions.get": "transcription",
  "transcriptions.result": "transcript",
  "translation.cancel": "cancelTranslation",
  "translation.latest": "latestTranslation",
  "translation.preview": "previewTranslation",
  "translation.start": "startTranslation",
  "translation.translateDocument": "translateDocument",
  "webhooks.create": "createWebhook",
  "webhooks.delete": "deleteWebhook",
  "webhooks.list": "webhooks",
  "webhooks.listDeliveries": "webhookDeliveries",
  "webhooks.retryDelivery": "retryWebhookDelivery",
  "webhooks.update": "updateWebhook",
  "workflows.create": "createWorkflow",
  "workflows.createTrigger": "createTrigger",
  "workflows.delete": "deleteWorkflow",
  "workflows.deleteTrigger": "deleteTrigger",
  "workflows.estimate": "estimateRun",
  "workflows.execute": "executeWorkflow",
  "workflows.get": "workflow",
  "workflows.getRun": "run",
  "workflows.getTrigger": "trigger",
  "workflows.import": "importWorkflow",
  "workflows.list": "workflows",
  "workflows.listNodeTypes": "workflowNodeTypes",
  "workflows.listRuns": "runs",
  "workflows.listTemplates": "workflowTemplates",
  "workflows.listTriggers": "triggers",
  "workflows.resumeRun": "resumeRun",
  "workflows.stopRun": "stopRun",
  "workflows.triggerLog": "triggerFires",
  "workflows.update": "updateWorkflow",
  "workflows.updateTrigger": "updateTrigger",
};

const NO_CREDENTIAL = "its callers have no credential yet, and each request here needs one";
const COOKIE = "it sets or ends the cookie of a browser";

/** The contracts with a REST route that have no field, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "billing.checkoutPage": "it is a page for people",
  "billing.completeCheckout": "it is the form of a page for people",
  "billing.stripeWebhook": "its sender signs the bytes of the body",
  "identity.confirmPasswordReset": NO_CREDENTIAL,
  "identity.requestPasswordReset": NO_CREDENTIAL,
  "identity.signIn": COOKIE,
  "identity.signOut": COOKIE,
  "identity.signUp": COOKIE,
  "identity.verifyEmail": NO_CREDENTIAL,
  "workflows.fireTrigger": "its sender has no credential but the address itself",
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Tells whether this file names the field of a contract or leaves it out, which means that the contract is
 * one of Kiln itself.
 */
export const isNamedHere = ({ name }: Contract): boolean =>
  Object.hasOwn(FIELD_NAMES, name) || Object.hasOwn(LEFT_OUT, name);

/**
 * Returns the name of a contract's field, or null where it has none. A contract that came at run time is
 * named by its area and verb.
 */
export function fieldNameOf({ name, rest }: Contract): string | null {
  if (rest === undefined || Object.hasOwn(LEFT_OUT, name)) return null;
  const known = Object.hasOwn(FIELD_NAMES, name) ? FIELD_NAMES[name] : undefined;
  if (known !== undefined) return known;
  const [first = "", ...more] = name.split(/\W+/).filter(Boolean);
  return first + more.map(capitalized).join("");
}

/** Returns the name of the types that a field brings along. */
export const typeNameOf = capitalized;
