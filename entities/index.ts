import { Account } from "./account.js";
import { ApiKey } from "./api-key.js";
import { Balance } from "./balance.js";
import { Checkout } from "./checkout.js";
import { EmailToken } from "./email-token.js";
import { GenerationJob } from "./generation-job.js";
import { Hold } from "./hold.js";
import { IdempotencyKey } from "./idempotency-key.js";
import { KnownClient } from "./known-client.js";
import { LedgerEntry } from "./ledger-entry.js";
import { Mail } from "./mail.js";
import { ModelOverride } from "./model-override.js";
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

/** Every entity of the deployment, for the data source. */
export const ENTITIES = [
  Account,
  ApiKey,
  Balance,
  Checkout,
  EmailToken,
  GenerationJob,
  Hold,
  IdempotencyKey,
  KnownClient,
  LedgerEntry,
  Mail,
  ModelOverride,
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
];
