import type { z } from "zod";
import { application, applicationCollection } from "./applications.js";
import { auditEntry } from "./audit.js";
import { account, ledgerEntry, plan } from "./billing.js";
import { adminModel } from "./catalog.js";
import { contentDocument, contentRevision, contentTitle } from "./content-documents.js";
import { contentIssue } from "./content-schema.js";
import { contentSettings } from "./content-settings.js";
import { contentType } from "./content-types.js";
import { deliveryDocument } from "./delivery.js";
import { deliveryToken } from "./delivery-tokens.js";
import { accountChange } from "./events.js";
import { generationJob, jobParams } from "./generation.js";
import {
  audioParams,
  generationParams,
  imageParams,
  upscaleParams,
  videoParams,
} from "./generation-params.js";
import { adminAccount, apiKey, sessionUser } from "./identity.js";
import {
  audioCapabilities,
  capabilities,
  imageCapabilities,
  model,
  pricing,
  upscaleCapabilities,
  videoCapabilities,
} from "./models.js";
import { oauthGrant } from "./oauth.js";
import { nodeView, pluginView, taskView } from "./operations.js";
import { project, projectInvite, projectMember } from "./projects.js";
import { storageObject } from "./storage.js";
import { transcript, transcription } from "./transcriptions.js";
import { translationJob } from "./translation.js";
import { webhook, webhookDelivery } from "./webhooks.js";
import { workflowNodeType } from "./workflow-node-types.js";
import { workflowTemplate } from "./workflow-templates.js";
import { triggerFire, workflowTrigger } from "./workflow-triggers.js";
import { nodeResult, workflow, workflowRun, workflowSummary } from "./workflows.js";

/**
 * Shapes of answers by the names that openapi.json and the generated clients give them. A shape stays the
 * same object wherever a contract uses it: one that is extended or copied is another shape (ADR-0048).
 */
export const SHAPES: Readonly<Record<string, z.ZodType>> = {
  Account: account,
  AccountChange: accountChange,
  AdminAccount: adminAccount,
  AdminModel: adminModel,
  ApiKey: apiKey,
  Application: application,
  ApplicationCollection: applicationCollection,
  AudioCapabilities: audioCapabilities,
  AudioJobParams: audioParams,
  AuditEntry: auditEntry,
  Capabilities: capabilities,
  ContentIssue: contentIssue,
  ContentSettings: contentSettings,
  ContentType: contentType,
  DeliveredDocument: deliveryDocument,
  DeliveryToken: deliveryToken,
  Document: contentDocument,
  DocumentTitle: contentTitle,
  ImageCapabilities: imageCapabilities,
  ImageJobParams: imageParams,
  Job: generationJob,
  JobParams: generationParams,
  LedgerEntry: ledgerEntry,
  Model: model,
  Node: nodeView,
  NodeResult: nodeResult,
  OauthGrant: oauthGrant,
  Plan: plan,
  Plugin: pluginView,
  Pricing: pricing,
  Project: project,
  ProjectInvite: projectInvite,
  ProjectMember: projectMember,
  Revision: contentRevision,
  SessionUser: sessionUser,
  StorageObject: storageObject,
  Task: taskView,
  Transcript: transcript,
  Transcription: transcription,
  TranslationJob: translationJob,
  TriggerFire: triggerFire,
  UpscaleCapabilities: upscaleCapabilities,
  UpscaleJobParams: upscaleParams,
  VideoCapabilities: videoCapabilities,
  VideoJobParams: videoParams,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  Workflow: workflow,
  WorkflowNodeType: workflowNodeType,
  WorkflowRun: workflowRun,
  WorkflowSummary: workflowSummary,
  WorkflowTemplate: workflowTemplate,
  WorkflowTrigger: workflowTrigger,
};

/**
 * Shapes of requests, which refuse unknown fields. An answer of the same shape may grow, and therefore has
 * another name.
 */
export const SENT_SHAPES: Readonly<Record<string, z.ZodType>> = {
  AudioParams: audioParams,
  GenerationParams: generationParams,
  ImageParams: imageParams,
  UpscaleParams: upscaleParams,
  VideoParams: videoParams,
};

/**
 * Shapes of values that are answered as stored, without a new check: each maps to the shape that it was
 * checked against when it was sent.
 */
export const STORED_AS: ReadonlyMap<z.ZodType, z.ZodType> = new Map([[jobParams, generationParams]]);
