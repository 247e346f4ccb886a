import { Account } from "./account.js";
import { AccountEvent } from "./account-event.js";
import { AccountEventHead } from "./account-event-head.js";
import { ApiKey } from "./api-key.js";
import { AuditEntry } from "./audit-entry.js";
import { Balance } from "./balance.js";
import { Budget } from "./budget.js";
import { Checkout } from "./checkout.js";
import { ContentChange } from "./content-change.js";
import { ContentDocument } from "./content-document.js";
import { ContentDraftState } from "./content-draft-state.js";
import { ContentHead } from "./content-head.js";
import { ContentFormerFields } from "./content-former-fields.js";
import { ContentPresence } from "./content-presence.js";
import { ContentPublishBudget } from "./content-publish-budget.js";
import { ContentReference } from "./content-reference.js";
import { ContentRevision } from "./content-revision.js";
import { ContentSettings } from "./content-settings.js";
import { ContentTranslation } from "./content-translation.js";
import { ContentType } from "./content-type.js";
import { ContentTypeVersion } from "./content-type-version.js";
import { DeliveryToken } from "./delivery-token.js";
import { EmailToken } from "./email-token.js";
import { GenerationJob } from "./generation-job.js";
import { Hold } from "./hold.js";
import { IdempotencyKey } from "./idempotency-key.js";
import { KnownClient } from "./known-client.js";
import { LedgerEntry } from "./ledger-entry.js";
import { LimitedUse } from "./limited-use.js";
import { Mail } from "./mail.js";
import { ModelClaim } from "./model-claim.js";
import { ModelOverride } from "./model-override.js";
import { OauthRecord } from "./oauth-record.js";
import { Payment } from "./payment.js";
import { PaymentEvent } from "./payment-event.js";
import { Project } from "./project.js";
import { ProjectInvite } from "./project-invite.js";
import { ProjectLink } from "./project-link.js";
import { ProjectMember } from "./project-member.js";
import { ProviderCircuit } from "./provider-circuit.js";
import { Session } from "./session.js";
import { Setting } from "./setting.js";
import { SignInFailure } from "./sign-in-failure.js";
import { StorageObject } from "./storage-object.js";
import { StorageUsage } from "./storage-usage.js";
import { Task } from "./task.js";
import { TranscriptText } from "./transcript.js";
import { Transcription } from "./transcription.js";
import { TranslationCall } from "./translation-call.js";
import { TranslationJob } from "./translation-job.js";
import { Webhook } from "./webhook.js";
import { WebhookDelivery } from "./webhook-delivery.js";
import { Workflow } from "./workflow.js";
import { WorkflowRun } from "./workflow-run.js";
import { WorkflowRunGraph } from "./workflow-run-graph.js";
import { WorkflowRunNode } from "./workflow-run-node.js";
import { WorkflowTriggerDay } from "./workflow-trigger-day.js";
import { WorkflowTriggerFire } from "./workflow-trigger-fire.js";
import { WorkflowTrigger } from "./workflow-trigger.js";
import { WorkflowRunStep } from "./workflow-run-step.js";
import { WorkflowRunUsage } from "./workflow-run-usage.js";

/** Every entity of the deployment, for the data source. */
export const ENTITIES = [
  Account,
  AccountEvent,
  AccountEventHead,
  ApiKey,
  AuditEntry,
  Balance,
  Budget,
  Checkout,
  ContentChange,
  ContentDocument,
  ContentDraftState,
  ContentHead,
  ContentFormerFields,
  ContentPresence,
  ContentPublishBudget,
  ContentReference,
  ContentRevision,
  ContentSettings,
  ContentTranslation,
  ContentType,
  ContentTypeVersion,
  DeliveryToken,
  EmailToken,
  GenerationJob,
  Hold,
  IdempotencyKey,
  KnownClient,
  LedgerEntry,
  LimitedUse,
  Mail,
  ModelClaim,
  ModelOverride,
  OauthRecord,
  Payment,
  PaymentEvent,
  Project,
  ProjectInvite,
  ProjectLink,
  ProjectMember,
  ProviderCircuit,
  Session,
  Setting,
  SignInFailure,
  StorageObject,
  StorageUsage,
  Task,
  TranscriptText,
  Transcription,
  TranslationCall,
  TranslationJob,
  Webhook,
  WebhookDelivery,
  Workflow,
  WorkflowRun,
  WorkflowRunGraph,
  WorkflowRunNode,
  WorkflowRunStep,
  WorkflowRunUsage,
  WorkflowTrigger,
  WorkflowTriggerDay,
  WorkflowTriggerFire,
];
