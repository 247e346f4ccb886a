import { Foundation1795219200000 } from "./20261121-foundation.js";
import { Projects1795305600000 } from "./20261122-projects.js";
import { Content1795392000000 } from "./20261123-content.js";
import { ContentServices1795392060000 } from "./20261123-content-services.js";
import { PublishedObjects1795309200000 } from "./20261122-published-objects.js";
import { DocumentWalk1795564800000 } from "./20261125-document-walk.js";
import { Oauth1795672800000 } from "./20261126-oauth.js";
import { People1795658400000 } from "./20261126-people.js";
import { ChangeFiles1795651200000 } from "./20261126-change-files.js";
import { ProviderTrust1795662000000 } from "./20261126-provider-trust.js";
import { Workflows1795665600000 } from "./20261126-workflows.js";
import { DraftEntries1795669200000 } from "./20261126-draft-entries.js";
import { Transcriptions1795677000000 } from "./20261126-transcriptions.js";
import { Backlogs1795690000000 } from "./20261126-backlogs.js";
import { KeptGrants1795694000000 } from "./20261126-kept-grants.js";
import { TranscriptionWakes1795752000000 } from "./20261127-transcription-wakes.js";
import { AccountEvents1795780800000 } from "./20261127-account-events.js";
import { WorkflowActors1795800000000 } from "./20261127-workflow-actors.js";
import { MovedItems1795810000000 } from "./20261127-moved-items.js";
import { WorkflowTriggers1795820000000 } from "./20261127-workflow-triggers.js";
import { TaskRerun1795478400000 } from "./20261124-task-rerun.js";
import { MeasuredMedia1795790000000 } from "./20261127-measured-media.js";
import { Budgets1795830000000 } from "./20261127-budgets.js";
import { CausedBudgets1795901000000 } from "./20261128-2-caused-budgets.js";
import { TriggerCredentials1795900000000 } from "./20261128-1-trigger-credentials.js";
import { TriggerOwners1795920000000 } from "./20261128-2-trigger-owners.js";
import { Audit1795940000000 } from "./20261128-1-audit.js";
import { AgentQuestions1795941000000 } from "./20261128-2-agent-questions.js";
import { GoneJobs1795950000300 } from "./20261128-3-gone-jobs.js";
import { TaskTraces1795950000200 } from "./20261128-3-task-traces.js";
import { NodeProgress1795950000400 } from "./20261128-4-node-progress.js";
import { BudgetProjects1795950000600 } from "./20261128-4-budget-projects.js";
import { Presence1795950000700 } from "./20261128-5-presence.js";
import { RunningRuns1795950000800 } from "./20261128-6-running-runs.js";
import { FormerFields1795950002100 } from "./20261128-6-former-fields.js";
import { RegistrationTokens1795950002200 } from "./20261128-7-registration-tokens.js";
import { RunRoom1795950002300 } from "./20261128-7-run-room.js";
import { RefreshedTo1795950002400 } from "./20261128-8-refreshed-to.js";
import { LiveProjects1795950002500 } from "./20261128-9-live-projects.js";
import { ContentRoom1795950002600 } from "./20261128-10-content-room.js";
import { FreeJobs1795950002800 } from "./20261128-11-free-jobs.js";
import { CheckoutReferences1795950002900 } from "./20261128-12-checkout-references.js";

/** In the order in which they run. */
export const MIGRATIONS = [
  Foundation1795219200000,
  Projects1795305600000,
  PublishedObjects1795309200000,
  Content1795392000000,
  ContentServices1795392060000,
  TaskRerun1795478400000,
  DocumentWalk1795564800000,
  ChangeFiles1795651200000,
  People1795658400000,
  ProviderTrust1795662000000,
  Workflows1795665600000,
  DraftEntries1795669200000,
  Oauth1795672800000,
  Transcriptions1795677000000,
  Backlogs1795690000000,
  KeptGrants1795694000000,
  TranscriptionWakes1795752000000,
  AccountEvents1795780800000,
  MeasuredMedia1795790000000,
  WorkflowActors1795800000000,
  MovedItems1795810000000,
  WorkflowTriggers1795820000000,
  Budgets1795830000000,
  TriggerCredentials1795900000000,
  CausedBudgets1795901000000,
  TriggerOwners1795920000000,
  Audit1795940000000,
  AgentQuestions1795941000000,
  TaskTraces1795950000200,
  GoneJobs1795950000300,
  NodeProgress1795950000400,
  BudgetProjects1795950000600,
  Presence1795950000700,
  RunningRuns1795950000800,
  FormerFields1795950002100,
  RegistrationTokens1795950002200,
  RunRoom1795950002300,
  RefreshedTo1795950002400,
  LiveProjects1795950002500,
  ContentRoom1795950002600,
  FreeJobs1795950002800,
  CheckoutReferences1795950002900,
];
