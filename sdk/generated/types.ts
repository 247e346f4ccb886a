// Written by `npm run generate` from the contracts.

export interface Account {
  user: {
    id: string;
    email: string;
    name: string | null;
    image: string | null;
    tier: "none" | "standard" | "pro" | "max";
    currentPeriodEnd: string | null;
    cancelAtPeriodEnd: boolean;
    pastDue: boolean;
    spentCreditsThisPeriod: number;
    purchasedCredits: number;
  };
  plan: {
    tier: "none" | "standard" | "pro" | "max";
    monthlyPriceUsd: number;
    monthlyBudgetCredits: number;
  };
  remainingCredits: number;
  firstTopupBonusCredits: number | null;
}

export interface AccountChange {
  type: "generation" | "transcription" | "run";
  id: string;
  /** Status, as in the thing's own `status`. */
  status: string;
  progress: number | null;
  queuePosition: number | null;
  projectId: string | null;
  /** Id of a run's workflow: with `id` it forms the run's address. */
  workflowId?: string;
  at: string;
}

export interface AdminAccount {
  id: string;
  email: string;
  name: string | null;
  emailVerified: boolean;
  operator: boolean;
  suspended: boolean;
  features: {
    generation: boolean;
    transcription: boolean;
  };
  tier: "none" | "standard" | "pro" | "max";
  remainingCredits: number;
  purchasedCredits: number;
  spentCreditsThisPeriod: number;
  createdAt: string;
}

export interface AdminModel {
  id: string;
  kind: "video" | "image" | "audio" | "upscale";
  displayName: string;
  provider: string;
  providerModelId: string;
  paidOnly: boolean;
  enabled: boolean;
  pricing: Pricing;
  capabilities: Capabilities;
  overrides: {
    enabled: boolean | null;
    pricing: Pricing | null;
    paidOnly: boolean | null;
  };
}

export interface ApiKey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  scopes: string[] | null;
  /** Credits that the key may spend; null when the key has no limit. */
  budget: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** Time from which the daily limit counts anew; null without a daily limit. */
    renewsAt: string | null;
    /** Id of the only project in which the credential spends; null when no project limits it. */
    projectId: string | null;
  } | null;
}

export interface Application {
  id: string;
  /** The medium that the Application makes. */
  kind: "image" | "video" | "audio";
  name: string;
  description: string;
  /** Base prompt; the user's text follows it. */
  prompt?: string;
  modelId: string;
  inputKind: "image" | "video" | "audio";
  minImages: number;
  maxImages: number;
  acceptsText: boolean;
  /** Path of a picture on this host that everybody may read; it shows a result of the Application. */
  thumb?: string;
  categories: string[];
  presets: {
    id: string;
    name: string;
    prompt: string;
    thumb?: string;
  }[];
  example?: {
    before: string;
    after: string;
    afterKind: "image" | "video" | "audio";
  };
  canvas?: Record<string, unknown>;
}

export interface ApplicationCollection {
  id: string;
  title: string;
  tagline: string;
  applicationIds: string[];
}

export interface AudioCapabilities {
  kind: "audio";
  category: "tts" | "music" | "sfx" | "cleanup" | "dubbing";
  voices?: string[];
  defaultVoice?: string;
  supportsLyrics: boolean;
  supportsInstrumental: boolean;
  supportsStyleInstructions: boolean;
  minSeconds?: number;
  maxSeconds?: number;
  targetLanguages?: string[];
}

export interface AudioJobParams {
  /** Kind of the model. */
  kind: "audio";
  /** Description of the sound to make; for speech, the text to speak. */
  prompt?: string;
  /** One of the model's voices; default: its defaultVoice. */
  voice?: string;
  /** Words to sing; only where the model says supportsLyrics. */
  lyrics?: string;
  /** Style of the sound; only where the model says supportsStyleInstructions. */
  styleInstructions?: string;
  /** True makes music without singing, where the model says supportsInstrumental. */
  instrumental?: boolean;
  /** Seconds of the sound, within the model's minSeconds and maxSeconds; for a cleanup, the seconds of its source; for dubbing, the seconds of its source that are dubbed and billed, 30 when left out. */
  durationSeconds?: number;
  /** Id of the audio to clean up or to dub. */
  sourceStorageId?: string;
  /** Id of the video whose sound is dubbed. */
  videoStorageId?: string;
  /** One of the model's targetLanguages. */
  targetLanguage?: string;
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: {
    /** A person's session, an API key, a connected agent, an operator, a workflow run, a trigger, background work, or somebody without an account. */
    kind: "person" | "key" | "agent" | "operator" | "run" | "trigger" | "system" | "visitor";
    /** Id of the account; null for operators, background work and visitors. */
    id: string | null;
    name: string | null;
    email: string | null;
    /** Id of the key, agent, run or trigger by which the account acted, told to that account only; null for a session. */
    credentialId: string | null;
  };
  /** Name of the action, such as content.publishDocument. */
  action: string;
  resource: {
    kind: string;
    id: string | null;
  };
  projectId: string | null;
  /** X-Request-Id of the request; for background work, the id of what caused it. */
  requestId: string;
  /** Network address that the request came from; told for the account's own acts only. */
  address: string | null;
}

export type Capabilities = VideoCapabilities | ImageCapabilities | AudioCapabilities | UpscaleCapabilities;

export interface ContentIssue {
  /** Dotted path, such as `seo.title`, `gallery[2]` or `body[_key=="k1"].children[0]`. */
  path: string;
  code: "required" | "invalid_type" | "unknown_field" | "unknown_locale" | "orphaned_value" | "too_long" | "not_in_enum" | "not_an_integer" | "too_small" | "too_big" | "invalid_datetime" | "invalid_block" | "duplicate_key" | "unknown_media" | "wrong_media_kind" | "media_not_linked" | "unknown_document" | "wrong_document_type";
  /** A sentence for people that begins with the path. */
  message: string;
  /** Locale of the value that the issue is about, for a localized field. */
  locale?: string;
}

export interface ContentSettings {
  defaultLocale: string;
  locales: {
    code: string;
    title: string;
    /** Code of the locale that is read where this one is empty; null: the default locale. */
    fallback: string | null;
    /** True when publishing needs the required localized fields in this locale. */
    required: boolean;
  }[];
  translation: {
    /** Tone of voice for machine translation. */
    brief: string;
    autoTranslateOnPublish: boolean;
    /** Id of a text model, or auto. */
    model: string;
  };
}

export interface ContentType {
  id: string;
  projectId: string;
  /** Permanent name of the type in delivery; GraphQL capitalizes it. */
  name: string;
  title: string;
  description: string | null;
  /** Latest version of the schema; an edit takes it as baseVersion. */
  latestVersion: number;
  /** Version of the schema in this answer. */
  version: number;
  documentCount: number;
  schema: {
    name: string;
    title: string;
    description?: string;
    fields: Record<string, unknown>[];
    titleField?: string;
  };
  createdAt: string;
  updatedAt: string;
}

export interface DeliveredDocument {
  _id: string;
  _type: string;
  _status: "draft" | "published" | "changed";
  _createdAt: string;
  _updatedAt: string;
  _publishedAt: string | null;
  /** The locale that was read; null for locale=*. */
  _locale: string | null;
  /** Localized fields without a value of their own in that locale. */
  _fallbackFields: string[];
  [name: string]: unknown;
}

export interface DeliveryToken {
  id: string;
  projectId: string;
  name: string;
  mode: "published" | "preview";
  createdAt: string;
  lastUsedAt: string | null;
}

export interface Document {
  id: string;
  projectId: string;
  /** Name of the content type. */
  type: string;
  /** Value of the type's title field, when it is a string. */
  title: string | null;
  status: "draft" | "published" | "changed";
  /** Number of saves of the draft; a publish takes it as baseVersion. */
  draftVersion: number;
  /** Version of the type's schema that the draft was last checked against. */
  schemaVersion: number;
  draft: Record<string, unknown>;
  /** Content that delivery serves; null when nothing is published. */
  published: Record<string, unknown> | null;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Translation state by locale, for types with localized texts, in lists and single documents. */
  coverage?: Record<string, "complete" | "partial" | "outdated" | "empty">;
}

export interface DocumentTitle {
  id: string;
  projectId: string;
  /** Name of the content type. */
  type: string;
  /** Value of the type's title field, when it is a string. */
  title: string | null;
  status: "draft" | "published" | "changed";
  /** Number of saves of the draft; a publish takes it as baseVersion. */
  draftVersion: number;
  /** Version of the type's schema that the draft was last checked against. */
  schemaVersion: number;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Translation state by locale, for types with localized texts, in lists and single documents. */
  coverage?: Record<string, "complete" | "partial" | "outdated" | "empty">;
}

export interface ImageCapabilities {
  kind: "image";
  aspectRatios: string[];
  resolutions?: string[];
  qualities?: string[];
  supportsImageReference: boolean;
  maxImages: number;
}

export interface ImageJobParams {
  /** Kind of the model. */
  kind: "image";
  /** Description of the image to make. */
  prompt: string;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** Number of images, at most the model's maxImages; each is charged. */
  numImages: number;
  /** One of the model's resolutions; default: the first. */
  resolution?: string;
  /** One of the model's qualities; default: the first. */
  quality?: string;
  /** Ids of images to follow; only where the model says supportsImageReference. */
  referenceStorageIds?: string[];
}

export interface Job {
  id: string;
  model: string;
  kind: "video" | "image" | "audio" | "upscale";
  status: "queued" | "running" | "succeeded" | "failed" | "canceled";
  params: JobParams;
  resultUrls: string[] | null;
  resultStorageIds: string[] | null;
  errorMessage: string | null;
  costCredits: number | null;
  createdAt: string;
  completedAt: string | null;
  projectId: string | null;
  cutId: string | null;
  /** Progress that the provider reports, from 0 to 1; 1 once succeeded, null when the provider reports none. */
  progress: number | null;
  /** Number of jobs that the provider does first; null when it does not say, and once the job is over. */
  queuePosition: number | null;
  /** Metadata that the provider gives for each result, in the order of resultStorageIds. */
  resultMetadata: (Record<string, unknown> | null)[] | null;
  /** True exactly when costCredits is above 0; only on terminal jobs. */
  charged?: boolean;
  /** Reason of the failure for programs; only on failed jobs. */
  error?: {
    code: string;
    retryable: boolean;
  };
}

export type JobParams = VideoJobParams | ImageJobParams | AudioJobParams | UpscaleJobParams;

export interface LedgerEntry {
  id: string;
  kind: "monthly_grant" | "topup" | "generation" | "transcription" | "agent_usage" | "storage" | "plugin_purchase" | "plugin_payout" | "adjustment";
  deltaCredits: number;
  ref: string | null;
  note: string | null;
  createdAt: string;
  projectId: string | null;
  actorUserId: string | null;
  actorEmail: string | null;
  previewUrl: string | null;
  previewKind: string | null;
}

export interface Model {
  id: string;
  kind: "video" | "image" | "audio" | "upscale";
  displayName: string;
  provider: string;
  providerModelId: string;
  paidOnly: boolean;
  enabled: boolean;
  pricing: Pricing;
  capabilities: Capabilities;
}

export interface Node {
  id: string;
  hostname: string;
  pid: number;
  uptimeSeconds: number;
  memoryBytes: number;
  services: string[];
  plugins: string[];
}

export interface NodeResult {
  status: "pending" | "running" | "complete" | "error" | "skipped" | "stopped";
  /** Reason why the node failed. */
  detail?: string;
  /** Progress that a running node reports, from 0 to 1; absent when it reports none. */
  progress?: number;
  /** Value of the primary port. */
  output?: {
    type: "image" | "video" | "audio" | "text";
    /** The text, or a signed URL that expires. */
    value: string;
    storageId?: string;
  };
  /** Values of all ports by the port's id. */
  outputs?: Record<string, {
    type: "image" | "video" | "audio" | "text";
    /** The text, or a signed URL that expires. */
    value: string;
    storageId?: string;
  }>;
  /** Credits that the node cost; on nodes that have ended. */
  costCredits?: number;
  /** True when the result was taken from an equal node, at no cost. */
  cached?: boolean;
}

export interface OauthGrant {
  id: string;
  clientId: string;
  /** Name that the app gives itself; nobody has checked it. */
  clientName: string | null;
  redirectUris: string[];
  scopes: string[];
  createdAt: string;
  /** Time at which the app last fetched a token that still counts. */
  lastTokenAt: string | null;
  /** Credits that the app may spend; null when it has no limit. */
  budget: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** Time from which the daily limit counts anew; null without a daily limit. */
    renewsAt: string | null;
    /** Id of the only project in which the credential spends; null when no project limits it. */
    projectId: string | null;
    askAboveCredits: number | null;
  } | null;
}

export interface Plan {
  tier: "standard" | "pro" | "max";
  monthlyPriceUsd: number;
  monthlyBudgetCredits: number;
  discountedMonthlyPriceUsd?: number;
}

export interface Plugin {
  name: string;
  version: string;
  file: string;
  status: "loaded" | "failed" | "off";
  error: string | null;
  node: string;
}

export interface Pricing {
  creditsPerSecond?: Record<string, number>;
  creditsPerImage?: Record<string, number>;
  creditsPerRun?: number;
  creditsPerThousandChars?: number;
}

export interface Project {
  id: string;
  name: string;
  description: string | null;
  avatarUrl: string | null;
  role: "owner" | "contributor";
  owner: {
    email: string;
    name: string | null;
  };
  createdAt: string;
  updatedAt: string;
}

export interface ProjectInvite {
  id: string;
  projectId: string;
  projectName: string;
  email: string;
  invitedBy: {
    email: string;
    name: string | null;
  };
  createdAt: string;
}

export interface ProjectMember {
  userId: string;
  email: string;
  name: string | null;
  role: "owner" | "contributor";
  joinedAt: string;
}

export interface Revision {
  id: string;
  kind: "draft" | "publish" | "unpublish" | "restore" | "delete";
  /** The document's draftVersion at the time of the revision. */
  version: number;
  schemaVersion: number;
  createdAt: string;
  createdBy: {
    id: string;
    email: string;
    name: string | null;
  } | null;
  /** Kind of actor that made the revision on the person's behalf; null for revisions older than this record. */
  actor: {
    kind: "person" | "key" | "agent" | "translation";
  } | null;
}

export interface SessionUser {
  id: string;
  email: string;
  name: string | null;
  image: string | null;
  emailVerified: boolean;
  operator: boolean;
  tier: "none" | "standard" | "pro" | "max";
}

export interface StorageObject {
  storageId: string;
  filename: string | null;
  contentType: string;
  sizeBytes: number;
  origin: "upload" | "generated";
  url: string;
  thumbUrl?: string;
  /** Width in pixels as an image or video is shown; absent until it was measured. */
  width?: number;
  height?: number;
  /** Seconds of a sound or video whose file tells its length; absent until it was measured. */
  durationSeconds?: number;
  /** Permanent address at which everybody may read the object, while it is published; only on single objects, not in lists. */
  publicUrl?: string;
  createdAt: string;
}

export interface Task {
  queue: string;
  state: "ready" | "running" | "dead";
  count: number;
  oldestRunAt: string;
  lastError: string | null;
}

export interface Transcript {
  text: string;
  language: string | null;
  words: {
    text: string;
    start?: number;
    end?: number;
    speaker?: string;
  }[];
  segments: {
    text: string;
    start: number;
    end: number;
    speaker?: string;
  }[];
}

export interface Transcription {
  id: string;
  status: "queued" | "running" | "succeeded" | "failed";
  /** Language that was asked for; without one, the language found in the recording, once it succeeded. */
  language: string | null;
  errorMessage: string | null;
  costCredits: number | null;
  createdAt: string;
  completedAt: string | null;
  storageId: string;
  durationSeconds: number;
  projectId: string | null;
  /** True exactly when costCredits is above 0; only once it is over. */
  charged?: boolean;
  /** Reason of the failure for programs; only when it failed. */
  error?: {
    code: string;
    retryable: boolean;
  };
}

export interface TranslationJob {
  id: string;
  projectId: string;
  status: "running" | "complete" | "canceled" | "failed";
  documentsTotal: number;
  documentsDone: number;
  valuesTranslated: number;
  creditsSpent: number;
  errorMessage: string | null;
  createdAt: string;
  completedAt: string | null;
  startedBy: {
    id: string;
    email: string;
  };
}

export interface TriggerFire {
  id: string;
  /** Time of the tick, version of the document, or the event that the caller named. */
  tick: string;
  /** Outcome of the fire. `credential_ended`: the key or agent that made or last changed the trigger has ended, or its session was ended by a password reset, and the trigger was switched off. */
  status: "waiting" | "started" | "refused" | "missed" | "credential_ended";
  runId: string | null;
  /** Reason why no run was started. */
  detail: string | null;
  createdAt: string;
}

export interface UpscaleCapabilities {
  kind: "upscale";
  supportedTypes: ("video" | "image")[];
}

export interface UpscaleJobParams {
  /** Kind of the model. */
  kind: "upscale";
  /** Id of the image or video to upscale. */
  sourceStorageId: string;
  /** Exact seconds of the source; the price follows from them. */
  durationSeconds: number;
}

export interface VideoCapabilities {
  kind: "video";
  durations: number[];
  resolutions?: string[];
  aspectRatios: string[];
  supportsFirstFrame: boolean;
  supportsLastFrame: boolean;
  supportsAudioToggle: boolean;
  maxReferenceImages: number;
  maxReferenceVideos: number;
  maxReferenceAudios: number;
  requiresSourceVideo: boolean;
  requiresReferenceImage: boolean;
}

export interface VideoJobParams {
  /** Kind of the model. */
  kind: "video";
  /** Description of the video to make. */
  prompt?: string;
  /** Seconds of the video; one of the model's durations. */
  duration: number;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** One of the model's resolutions; default: the first. */
  resolution?: string;
  /** Id of the video to work on; needed where the model says requiresSourceVideo. */
  sourceVideoStorageId?: string;
  /** Id of the image that the video begins with; only where the model says supportsFirstFrame. */
  startFrameStorageId?: string;
  /** Id of the image that the video ends with; only where the model says supportsLastFrame. */
  endFrameStorageId?: string;
  /** Ids of images to follow; at most the model's maxReferenceImages. */
  referenceImageStorageIds?: string[];
  /** Ids of videos to follow; at most the model's maxReferenceVideos. */
  referenceVideoStorageIds?: string[];
  /** Ids of audio files to follow; at most the model's maxReferenceAudios. */
  referenceAudioStorageIds?: string[];
  /** False makes a video without sound, where the model says supportsAudioToggle. */
  generateAudio?: boolean;
}

export interface Webhook {
  id: string;
  projectId: string;
  name: string;
  url: string;
  events: ("document.publish" | "document.unpublish" | "document.delete")[];
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
  /** The newest delivery; null before the first event. */
  lastDelivery: WebhookDelivery | null;
}

export interface WebhookDelivery {
  id: string;
  event: "document.publish" | "document.unpublish" | "document.delete";
  documentId: string;
  status: "pending" | "delivered" | "failed";
  /** Attempts, oldest first; at most the newest 50. */
  attempts: {
    at: string;
    /** HTTP status of the answer; null when no answer came. */
    statusCode: number | null;
    durationMs: number;
    /** Reason of the failure, with the first 1 KB of the answer. */
    error: string | null;
  }[];
  nextAttemptAt: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface Workflow {
  id: string;
  name: string;
  graph: {
    nodes: {
      id: string;
      type: string;
      x: number;
      y: number;
      /** Settings of the node, as its type takes them (docs/nodes.md); they are kept as they are. */
      data?: unknown;
      [name: string]: unknown;
    }[];
    edges: {
      id: string;
      source: string;
      target: string;
      sourceHandle?: string | null;
      targetHandle?: string | null;
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  };
  projectId: string;
  createdAt: string;
  updatedAt: string;
}

export interface WorkflowNodeType {
  type: string;
  /** Version of the type; a graph node names it in `version`, unless it is 1. */
  version: number;
  title: string;
  description: string;
  inputs: {
    name: string;
    /** Types of values that may be connected to the port. */
    types: ("image" | "video" | "audio" | "text")[];
    /** True for a port that takes any number of edges, in their order; any other port takes one. */
    list: boolean;
    required: boolean;
    /** Name of the setting that gives the value when nothing is connected; null when there is none. */
    setting: string | null;
    description: string;
  }[];
  /** Output ports, with each branch as a port of its own. */
  outputs: {
    name: string;
    types: ("image" | "video" | "audio" | "text")[];
    /** True for a port that only edges naming it take from. */
    namedOnly: boolean;
    description: string;
  }[];
  settings: {
    /** Name of a field of the graph node's `data`. */
    name: string;
    type: "string" | "number" | "boolean" | "strings";
    default?: string | number | boolean;
    /** Accepted values of a string. */
    values?: string[];
    min?: number;
    max?: number;
    /** Kind of model of which the setting is an id, of GET /v1/models. */
    model?: "video" | "image" | "audio" | "upscale";
    description: string;
  }[];
  /** Value that a run's `inputs` may give the node; null when they may give none. */
  takes: {
    value: "text" | "storageId";
    /** Name of the field of `data` that the value replaces. */
    field: string;
    /** Kind of the stored file. */
    kind?: "image" | "video" | "audio";
  } | null;
  /** True when the node may cost credits. */
  costs: boolean;
}

export interface WorkflowRun {
  id: string;
  workflowId: string;
  status: "running" | "complete" | "error" | "stopped";
  nodeResults: Record<string, NodeResult>;
  userId: string;
  createdAt: string;
  completedAt: string | null;
}

export interface WorkflowSummary {
  id: string;
  name: string;
  projectId: string;
  updatedAt: string;
  nodeCount: number;
  previewUrl: string | null;
  previewKind: "image" | "video" | null;
}

export interface WorkflowTemplate {
  id: string;
  name: string;
  description: string;
  /** True when this deployment has all that the template needs. */
  ready: boolean;
  /** Requirements that this deployment lacks: models, a text model, a provider that transcribes. */
  missing: string[];
  nodeCount: number;
  /** Nodes that a run may give a value. */
  inputNodes: {
    nodeId: string;
    type: string;
    takes: "text" | "storageId";
    current: string | null;
  }[];
  graph: {
    nodes: {
      id: string;
      type: string;
      x: number;
      y: number;
      /** Settings of the node, as its type takes them (docs/nodes.md); they are kept as they are. */
      data?: unknown;
      [name: string]: unknown;
    }[];
    edges: {
      id: string;
      source: string;
      target: string;
      sourceHandle?: string | null;
      targetHandle?: string | null;
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  };
}

export interface WorkflowTrigger {
  id: string;
  workflowId: string;
  /** Id of the account that owns the runs and whose credits they take, as for runs that it starts itself. */
  ownerId: string;
  kind: "schedule" | "event" | "inbound";
  schedule?: {
    /** A cron expression of five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks skips comes right after the gap; a time that comes twice counts the first time. */
    timeZone: string;
  };
  event?: {
    type: string;
    /** Id of a node that takes text: the run gives it the document as JSON, with `_id` and `_version`. */
    documentInput?: string;
  };
  inputs: Record<string, unknown>;
  projectId: string | null;
  dailyCredits: number;
  /** Credits spent or held by runs that the trigger started today (UTC). */
  spentToday: number;
  enabled: boolean;
  /** Time of the next tick of an enabled schedule. */
  nextAt: string | null;
  /** Address of an inbound trigger, for its owner only: `POST` here starts a run. Keep it secret. */
  url?: string;
  createdAt: string;
  updatedAt: string;
}

export interface AudioParams {
  /** Kind of the model. */
  kind: "audio";
  /** Description of the sound to make; for speech, the text to speak. */
  prompt?: string | undefined;
  /** One of the model's voices; default: its defaultVoice. */
  voice?: string | undefined;
  /** Words to sing; only where the model says supportsLyrics. */
  lyrics?: string | undefined;
  /** Style of the sound; only where the model says supportsStyleInstructions. */
  styleInstructions?: string | undefined;
  /** True makes music without singing, where the model says supportsInstrumental. */
  instrumental?: boolean | undefined;
  /** Seconds of the sound, within the model's minSeconds and maxSeconds; for a cleanup, the seconds of its source; for dubbing, the seconds of its source that are dubbed and billed, 30 when left out. */
  durationSeconds?: number | undefined;
  /** Id of the audio to clean up or to dub. */
  sourceStorageId?: string | undefined;
  /** Id of the video whose sound is dubbed. */
  videoStorageId?: string | undefined;
  /** One of the model's targetLanguages. */
  targetLanguage?: string | undefined;
}

export type GenerationParams = VideoParams | ImageParams | AudioParams | UpscaleParams;

export interface ImageParams {
  /** Kind of the model. */
  kind: "image";
  /** Description of the image to make. */
  prompt: string;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** Number of images, at most the model's maxImages; each is charged. */
  numImages: number;
  /** One of the model's resolutions; default: the first. */
  resolution?: string | undefined;
  /** One of the model's qualities; default: the first. */
  quality?: string | undefined;
  /** Ids of images to follow; only where the model says supportsImageReference. */
  referenceStorageIds?: readonly string[] | undefined;
}

export interface UpscaleParams {
  /** Kind of the model. */
  kind: "upscale";
  /** Id of the image or video to upscale. */
  sourceStorageId: string;
  /** Exact seconds of the source; the price follows from them. */
  durationSeconds: number;
}

export interface VideoParams {
  /** Kind of the model. */
  kind: "video";
  /** Description of the video to make. */
  prompt?: string | undefined;
  /** Seconds of the video; one of the model's durations. */
  duration: number;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** One of the model's resolutions; default: the first. */
  resolution?: string | undefined;
  /** Id of the video to work on; needed where the model says requiresSourceVideo. */
  sourceVideoStorageId?: string | undefined;
  /** Id of the image that the video begins with; only where the model says supportsFirstFrame. */
  startFrameStorageId?: string | undefined;
  /** Id of the image that the video ends with; only where the model says supportsLastFrame. */
  endFrameStorageId?: string | undefined;
  /** Ids of images to follow; at most the model's maxReferenceImages. */
  referenceImageStorageIds?: readonly string[] | undefined;
  /** Ids of videos to follow; at most the model's maxReferenceVideos. */
  referenceVideoStorageIds?: readonly string[] | undefined;
  /** Ids of audio files to follow; at most the model's maxReferenceAudios. */
  referenceAudioStorageIds?: readonly string[] | undefined;
  /** False makes a video without sound, where the model says supportsAudioToggle. */
  generateAudio?: boolean | undefined;
}

export interface ApplicationsListParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ApplicationsListResult {
  applications: Application[];
  collections: ApplicationCollection[];
  total: number;
}

export interface ApplicationsRunParams {
  /** Id of the application. */
  id: string;
  /** Ids of the input images, for an Application of inputKind image: from minImages to maxImages of them. */
  imageStorageIds?: readonly string[] | undefined;
  /** Id of the input video, for an Application of inputKind video. */
  videoStorageId?: string | undefined;
  /** Id of the input audio, for an Application of inputKind audio. */
  audioStorageId?: string | undefined;
  /** Seconds of the source; required where the model is billed by the duration of its source. */
  durationSeconds?: number | undefined;
  /** The user's wishes, trimmed and cut to 2,000 characters; only where acceptsText is true. */
  text?: string | undefined;
  /** Id of one of the Application's presets. */
  presetId?: string | undefined;
  /** Id of the project that the job belongs to and whose owner pays; null or left out: the caller's default project. */
  projectId?: string | null | undefined;
}

export interface ApplicationsRunResult {
  job: Job;
  estimatedCredits: number;
}

export type BillingAccountResult = Account;

export interface BillingCancelSubscriptionResult {
  subscription: {
    tier: "standard" | "pro" | "max";
    interval: "month" | "year";
    /** Time of the next monthly grant. */
    currentPeriodEnd: string;
    /** End of the paid time; a canceled plan ends then. */
    paidUntil: string;
    cancelAtPeriodEnd: boolean;
    pastDue: boolean;
  };
}

export interface BillingCheckoutParams {
  /** `topup` buys credits once; `subscription` buys a plan. */
  kind: "topup" | "subscription";
  /** Whole US dollars from 5 to 1000; required for a top-up. */
  dollars?: number | undefined;
  /** The plan to subscribe to; required for a subscription. */
  tier?: "standard" | "pro" | "max" | undefined;
  /** Billing interval of a subscription; `month` by default. */
  interval?: "month" | "year" | undefined;
}

export interface BillingCheckoutResult {
  url: string;
  expiresAt: string;
  dollars?: number;
  /** Credits of a top-up, without the bonus. */
  credits?: number;
  /** Bonus credits of an account's first top-up, on top of `credits`. */
  firstTopupBonusCredits?: number | null;
  tier?: "standard" | "pro" | "max";
  interval?: "month" | "year";
  /** US dollars that a subscription costs now. */
  priceUsd?: number;
}

export interface BillingPlansResult {
  plans: Plan[];
}

export interface BillingResumeSubscriptionResult {
  subscription: {
    tier: "standard" | "pro" | "max";
    interval: "month" | "year";
    /** Time of the next monthly grant. */
    currentPeriodEnd: string;
    /** End of the paid time; a canceled plan ends then. */
    paidUntil: string;
    cancelAtPeriodEnd: boolean;
    pastDue: boolean;
  };
}

export interface BillingUsageParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface BillingUsageResult {
  entries: LedgerEntry[];
  remainingCredits: number;
  total: number;
}

export interface ContentAnnouncePresenceParams {
  /** Id of the document. */
  id: string;
  /** A new UUID that the window chooses. */
  windowId: string;
  /** The person's place in the document; null or left out: no particular place. */
  place?: {
    /** Path of the field, as issues name it. */
    path: string;
    locale?: string | undefined;
    /** A Yjs relative position in base64; Kiln does not read it. */
    anchor?: string | undefined;
    /** A Yjs relative position in base64; Kiln does not read it. */
    head?: string | undefined;
  } | null | undefined;
  /** True when the window is closed: the others are told at once. */
  isLeaving?: boolean | undefined;
}

export interface ContentAnnouncePresenceResult {
  windows: {
    windowId: string;
    user: {
      id: string;
      email: string;
      name: string | null;
    };
    place: {
      /** Path of the field, as issues name it. */
      path: string;
      locale?: string;
      /** A Yjs relative position in base64; Kiln does not read it. */
      anchor?: string;
      /** A Yjs relative position in base64; Kiln does not read it. */
      head?: string;
    } | null;
  }[];
}

export interface ContentCreateDocumentParams {
  /** Id of the project. */
  projectId: string;
  /** Name of the content type. */
  type: string;
  /** Values by field name; a localized field has a map by locale. */
  draft?: Record<string, unknown> | undefined;
  /** Id that the client chooses; one that is taken is a conflict. */
  id?: string | undefined;
}

export interface ContentCreateDocumentResult {
  document: Document;
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
}

export interface ContentCreateTypeParams {
  /** Id of the project. */
  projectId: string;
  /** Permanent name of the type in delivery; GraphQL capitalizes it. */
  name: string;
  /** Title that editors read. */
  title: string;
  /** Description that editors read beside the title. */
  description?: string | null | undefined;
  /** Fields of the type's documents, in the order of the form. */
  fields: readonly {
    /** Name of the field; not and, or, not, id. */
    name: string;
    /** Title that editors read. */
    title: string;
    /** Description for editors. */
    description?: string | undefined;
    type: "string" | "text" | "number" | "boolean" | "datetime" | "portableText" | "media" | "reference" | "object" | "array";
    /** True when publishing needs a value. */
    required?: boolean | undefined;
    /** True gives the field a value for each locale. For string, text, portableText, media; not inside an array. */
    localized?: boolean | undefined;
    /** Most characters of a string or text. */
    maxLength?: number | undefined;
    /** Values that a string may have. */
    enum?: readonly string[] | undefined;
    /** True for a number that must be whole. */
    integer?: boolean | undefined;
    /** Smallest value of a number. */
    min?: number | undefined;
    /** Largest value of a number. */
    max?: number | undefined;
    /** Kinds of media that a media field accepts; default: all. */
    accept?: readonly ("image" | "video" | "audio")[] | undefined;
    /** Names of the content types that a reference may lead to, which exist or are this one; required for a reference. */
    to?: readonly string[] | undefined;
    /** Fields of an object, 3 levels deep, in definitions like this one; required for an object. */
    fields?: readonly Record<string, unknown>[] | undefined;
    /** Definition of an array's items, without name and of any type but array; required for an array. */
    of?: Record<string, unknown> | undefined;
  }[];
  /** Name of the field that titles documents in lists and search; null: none. */
  titleField?: string | null | undefined;
}

export interface ContentCreateTypeResult {
  contentType: ContentType;
}

export interface ContentDeleteDocumentParams {
  /** Id of the document. */
  id: string;
  /** True also acts while published documents refer to this one. */
  force?: boolean | undefined;
}

export interface ContentDeleteDocumentResult {
  ok: true;
}

export interface ContentDeleteTypeParams {
  /** Id of the type. */
  id: string;
  /** True also deletes the documents of the type. */
  force?: boolean | undefined;
}

export interface ContentDeleteTypeResult {
  ok: true;
}

export interface ContentGetDocumentParams {
  /** Id of the document. */
  id: string;
}

export interface ContentGetDocumentResult {
  document: Document;
  /** The schema that the draft was checked against. */
  schema: {
    name: string;
    [name: string]: unknown;
  };
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Number that goes up when the state is rebuilt; edits on an older epoch are refused. */
  epoch: number;
  /** The locale of a value that has none in a localized field. */
  defaultLocale: string;
}

export interface ContentGetRevisionParams {
  /** Id of the document. */
  id: string;
  /** Id of the revision. */
  revisionId: string;
}

export interface ContentGetRevisionResult {
  revision: {
    id: string;
    kind: "draft" | "publish" | "unpublish" | "restore" | "delete";
    /** The document's draftVersion at the time of the revision. */
    version: number;
    schemaVersion: number;
    createdAt: string;
    createdBy: {
      id: string;
      email: string;
      name: string | null;
    } | null;
    /** Kind of actor that made the revision on the person's behalf; null for revisions older than this record. */
    actor: {
      kind: "person" | "key" | "agent" | "translation";
    } | null;
    payload: Record<string, unknown>;
  };
}

export interface ContentGetSettingsParams {
  /** Id of the project. */
  projectId: string;
}

export interface ContentGetSettingsResult {
  settings: ContentSettings;
}

export interface ContentGetTypeParams {
  /** Id of the type. */
  id: string;
  /** This version of the type; the latest one unless told otherwise. */
  version?: number | undefined;
}

export interface ContentGetTypeResult {
  contentType: ContentType;
}

export interface ContentListDocumentsParams {
  /** Id of the project. */
  projectId: string;
  /** Only those of this type, by its name. */
  type?: string | undefined;
  /** Only those in this state. */
  status?: "draft" | "published" | "changed" | undefined;
  /** Text to find in the first 10,000 characters of the title, in upper or lower case; needs type. */
  q?: string | undefined;
  /** Lists only documents that lack some localized text in this locale; needs type. */
  missingLocale?: string | undefined;
  /** The order of the list; the newest are first unless told otherwise. */
  sort?: "createdAt" | "updatedAt" | "title" | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ContentListDocumentsResult {
  documents: Document[];
  total: number;
  limit: number;
  offset: number;
}

export interface ContentListRevisionsParams {
  /** Id of the document. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ContentListRevisionsResult {
  revisions: Revision[];
  total: number;
  limit: number;
  offset: number;
}

export interface ContentListTitlesParams {
  /** Id of the project. */
  projectId: string;
  /** Only those of this type, by its name. */
  type?: string | undefined;
  /** Only those in this state. */
  status?: "draft" | "published" | "changed" | undefined;
  /** Text to find in the first 10,000 characters of the title, in upper or lower case; needs type. */
  q?: string | undefined;
  /** Lists only documents that lack some localized text in this locale; needs type. */
  missingLocale?: string | undefined;
  /** The order of the list; the newest are first unless told otherwise. */
  sort?: "createdAt" | "updatedAt" | "title" | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ContentListTitlesResult {
  documents: DocumentTitle[];
  total: number;
  limit: number;
  offset: number;
}

export interface ContentListTypeVersionsParams {
  /** Id of the type. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ContentListTypeVersionsResult {
  versions: {
    version: number;
    schema: {
      name: string;
      title: string;
      description?: string;
      fields: Record<string, unknown>[];
      titleField?: string;
    };
    createdAt: string;
    createdBy: {
      id: string;
      email: string;
      name: string | null;
    } | null;
  }[];
  total: number;
  limit: number;
  offset: number;
}

export interface ContentListTypesParams {
  /** Id of the project. */
  projectId: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ContentListTypesResult {
  contentTypes: ContentType[];
  total: number;
  limit: number;
  offset: number;
}

export interface ContentPatchDraftParams {
  /** Id of the document. */
  id: string;
  /** Values by field name; a localized field has a map by locale. */
  draft: Record<string, unknown>;
  /** Draft version that the change is made on; any other current version is a conflict. If-Match says the same. */
  baseVersion?: number | undefined;
}

export interface ContentPatchDraftResult {
  version: number;
  status: "draft" | "published" | "changed";
  document: Document;
  /** The schema that the draft was checked against. */
  schema: {
    name: string;
    [name: string]: unknown;
  };
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Number that goes up when the state is rebuilt; edits on an older epoch are refused. */
  epoch: number;
  /** The locale of a value that has none in a localized field. */
  defaultLocale: string;
}

export interface ContentPublishDocumentParams {
  /** Id of the document. */
  id: string;
  /** The draftVersion to publish; any other current version is a conflict. */
  baseVersion: number;
}

export interface ContentPublishDocumentResult {
  document: Document;
}

export interface ContentReplaceDraftParams {
  /** Id of the document. */
  id: string;
  /** Values by field name; a localized field has a map by locale. */
  draft: Record<string, unknown>;
  /** Draft version that the change is made on; any other current version is a conflict. If-Match says the same. */
  baseVersion?: number | undefined;
}

export interface ContentReplaceDraftResult {
  version: number;
  status: "draft" | "published" | "changed";
  document: Document;
  /** The schema that the draft was checked against. */
  schema: {
    name: string;
    [name: string]: unknown;
  };
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Number that goes up when the state is rebuilt; edits on an older epoch are refused. */
  epoch: number;
  /** The locale of a value that has none in a localized field. */
  defaultLocale: string;
}

export interface ContentRestoreRevisionParams {
  /** Id of the document. */
  id: string;
  /** Id of the revision. */
  revisionId: string;
  /** Draft version that the restore is made on; any other current version is a conflict. */
  baseVersion?: number | undefined;
}

export interface ContentRestoreRevisionResult {
  document: Document;
  /** The schema that the draft was checked against. */
  schema: {
    name: string;
    [name: string]: unknown;
  };
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Number that goes up when the state is rebuilt; edits on an older epoch are refused. */
  epoch: number;
  /** The locale of a value that has none in a localized field. */
  defaultLocale: string;
}

export interface ContentUnpublishDocumentParams {
  /** Id of the document. */
  id: string;
  /** True also acts while published documents refer to this one. */
  force?: boolean | undefined;
}

export interface ContentUnpublishDocumentResult {
  document: Document;
}

export interface ContentUpdateDraftParams {
  /** Id of the document. */
  id: string;
  /** Epoch that came with the draft's state; another one is a conflict, and the editor has to open the draft anew. */
  epoch: number;
  /** A Yjs update (version 1 encoding). */
  update: string;
  /** State vector of the editor; one zero byte for an editor that holds nothing. */
  stateVector: string;
}

export interface ContentUpdateDraftResult {
  /** The document's draftVersion. */
  version: number;
  /** True when publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** Yjs update with what the editor lacks. */
  update: string;
  /** State vector of the service; the editor sends again what it holds beyond it. */
  stateVector: string;
}

export interface ContentUpdateSettingsParams {
  /** Id of the project. */
  projectId: string;
  /** What others fall back to; it is one of the locales. */
  defaultLocale?: string | undefined;
  /** The whole list of locales: those that are left out are removed. */
  locales?: readonly {
    code: string;
    /** Title of the locale; default: its code. */
    title?: string | undefined;
    fallback?: string | null | undefined;
    required?: boolean | undefined;
  }[] | undefined;
  /** Settings of machine translation. */
  translation?: {
    brief?: string | undefined;
    autoTranslateOnPublish?: boolean | undefined;
    model?: string | undefined;
  } | undefined;
}

export interface ContentUpdateSettingsResult {
  settings: ContentSettings;
}

export interface ContentUpdateTypeParams {
  /** Id of the type. */
  id: string;
  /** The type's latestVersion; any other version is a conflict. */
  baseVersion: number;
  /** Title that editors read. */
  title?: string | undefined;
  /** Description that editors read beside the title. */
  description?: string | null | undefined;
  /** The whole list of fields: those that are left out are removed. */
  fields?: readonly {
    /** Name of the field; not and, or, not, id. */
    name: string;
    /** Title that editors read. */
    title: string;
    /** Description for editors. */
    description?: string | undefined;
    type: "string" | "text" | "number" | "boolean" | "datetime" | "portableText" | "media" | "reference" | "object" | "array";
    /** True when publishing needs a value. */
    required?: boolean | undefined;
    /** True gives the field a value for each locale. For string, text, portableText, media; not inside an array. */
    localized?: boolean | undefined;
    /** Most characters of a string or text. */
    maxLength?: number | undefined;
    /** Values that a string may have. */
    enum?: readonly string[] | undefined;
    /** True for a number that must be whole. */
    integer?: boolean | undefined;
    /** Smallest value of a number. */
    min?: number | undefined;
    /** Largest value of a number. */
    max?: number | undefined;
    /** Kinds of media that a media field accepts; default: all. */
    accept?: readonly ("image" | "video" | "audio")[] | undefined;
    /** Names of the content types that a reference may lead to, which exist or are this one; required for a reference. */
    to?: readonly string[] | undefined;
    /** Fields of an object, 3 levels deep, in definitions like this one; required for an object. */
    fields?: readonly Record<string, unknown>[] | undefined;
    /** Definition of an array's items, without name and of any type but array; required for an array. */
    of?: Record<string, unknown> | undefined;
  }[] | undefined;
  /** Name of the field that titles documents in lists and search; null: none. */
  titleField?: string | null | undefined;
}

export interface ContentUpdateTypeResult {
  contentType: ContentType;
}

export interface DeliveryCreateTokenParams {
  /** Id of the project. */
  projectId: string;
  /** Name of the token in lists. */
  name: string;
  /** A preview token also reads drafts. */
  mode?: "published" | "preview" | undefined;
}

export interface DeliveryCreateTokenResult {
  token: DeliveryToken;
  /** `svc_ct_` and 43 characters; shown once. */
  secret: string;
}

export interface DeliveryDeleteTokenParams {
  /** Id of the token. */
  id: string;
}

export interface DeliveryDeleteTokenResult {
  ok: true;
}

export interface DeliveryGetDocumentParams {
  /** Id of the project. */
  projectId: string;
  /** Id of the document. */
  id: string;
  /** Fields to keep, separated by commas; system fields are always kept. */
  select?: string | undefined;
  /** References to replace by their documents, separated by commas: `author`, `author.company`. */
  expand?: string | undefined;
  /** Number of references that a path of expand may go through. */
  expandDepth?: number | undefined;
  /** Perspective to read in. Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Locale to read in. Default: the project's default locale; `*` gives maps by locale. */
  locale?: string | undefined;
}

export interface DeliveryGetDocumentResult {
  document: DeliveredDocument;
}

export interface DeliveryGraphqlParams {
  /** Id of the project. */
  projectId: string;
  /** Perspective to read in. Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Text of the query; required unless extensions name a persisted query. */
  query?: string | undefined;
  /** Values of the query's variables, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Name of the query's operation to run; needed when it has several. */
  operationName?: string | null | undefined;
  /** `persistedQuery` names the query by its hash, or registers it. */
  extensions?: {
    persistedQuery?: {
      version: 1;
      /** SHA-256 of the query, in lower-case hex. */
      sha256Hash: string;
      [name: string]: unknown;
    } | null | undefined;
    [name: string]: unknown;
  } | null | undefined;
}

export interface DeliveryGraphqlResult {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}

export interface DeliveryListDocumentsParams {
  /** Id of the project. */
  projectId: string;
  /** Only those of this type, by its name. */
  type: string;
  /** A filter as JSON: {"rank":{"gte":3}}; operators eq ne in lt lte gt gte contains exists, and or not. */
  where?: string | undefined;
  /** Fields to sort by, separated by commas; `-field` sorts descending. Default: -_createdAt. */
  sort?: string | undefined;
  /** Fields to keep, separated by commas; system fields are always kept. */
  select?: string | undefined;
  /** References to replace by their documents, separated by commas: `author`, `author.company`. */
  expand?: string | undefined;
  /** Number of references that a path of expand may go through. */
  expandDepth?: number | undefined;
  /** Perspective to read in. Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Locale to read in. Default: the project's default locale; `*` gives maps by locale. */
  locale?: string | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface DeliveryListDocumentsResult {
  documents: DeliveredDocument[];
  total: number;
  limit: number;
  offset: number;
}

export interface DeliveryListTokensParams {
  /** Id of the project. */
  projectId: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface DeliveryListTokensResult {
  tokens: DeliveryToken[];
  total: number;
}

export interface DeliveryListTypesParams {
  /** Id of the project. */
  projectId: string;
}

export interface DeliveryListTypesResult {
  types: {
    name: string;
    title: string;
    description: string | null;
    version: number;
    schema: {
      name: string;
      [name: string]: unknown;
    };
  }[];
  locales: {
    code: string;
    title: string;
    /** Code of the locale that is read where this one is empty; null: the default locale. */
    fallback: string | null;
    /** True when publishing needs the required localized fields in this locale. */
    required: boolean;
  }[];
  defaultLocale: string;
  total: number;
}

export interface DeliveryPersistedGraphqlParams {
  /** Id of the project. */
  projectId: string;
  /** A JSON object: `{"persistedQuery":{"version":1,"sha256Hash":"…"}}`. */
  extensions: string;
  /** Variables of the query as a JSON object. */
  variables?: string | undefined;
  /** Which operation of the query is run; needed where it has several. */
  operationName?: string | undefined;
  /** Perspective to read in. Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
}

export interface DeliveryPersistedGraphqlResult {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}

export interface GatewayHealthResult {
  ok: boolean;
  providers: Record<string, boolean>;
}

export interface GenerationCancelParams {
  /** Id of the generation. */
  id: string;
}

export interface GenerationCancelResult {
  job: Job;
}

export interface GenerationCreateParams {
  /** Id of the model. */
  model: string;
  /** Parameters; `kind` must equal the model's kind. */
  params: GenerationParams;
  /** Id of the project that the job belongs to and whose owner pays; null or left out: the caller's default project. */
  projectId?: string | null | undefined;
  /** Id of the cut that the job is attributed to; only with projectId. */
  cutId?: string | null | undefined;
}

export interface GenerationCreateResult {
  job: Job;
  estimatedCredits: number;
}

export interface GenerationEstimateParams {
  /** Id of the model. */
  model?: string | undefined;
  /** Parameters; `kind` must equal the model's kind. */
  params?: GenerationParams | undefined;
  /** Id of the project that the job belongs to and whose owner pays; null or left out: the caller's default project. */
  projectId?: string | null | undefined;
  /** Id of the cut that the job is attributed to; only with projectId. */
  cutId?: string | null | undefined;
  /** Id of an Application whose run is priced, instead of model and params. */
  applicationId?: string | undefined;
  /** Ids of the input images, for an Application of inputKind image: from minImages to maxImages of them. */
  imageStorageIds?: readonly string[] | undefined;
  /** Id of the input video, for an Application of inputKind video. */
  videoStorageId?: string | undefined;
  /** Id of the input audio, for an Application of inputKind audio. */
  audioStorageId?: string | undefined;
  /** Seconds of the source; required where the model is billed by the duration of its source. */
  durationSeconds?: number | undefined;
  /** The user's wishes, trimmed and cut to 2,000 characters; only where acceptsText is true. */
  text?: string | undefined;
  /** Id of one of the Application's presets. */
  presetId?: string | undefined;
}

export interface GenerationEstimateResult {
  estimatedCredits: number;
  remainingCredits: number;
  affordable: boolean;
}

export interface GenerationGetParams {
  /** Id of the generation. */
  id: string;
}

export interface GenerationGetResult {
  job: Job;
}

export interface GenerationListParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
  /** Id of the project. */
  projectId?: string | undefined;
  /** Id of the cut. */
  cutId?: string | undefined;
}

export interface GenerationListResult {
  jobs: Job[];
  total: number;
}

export interface GraphqlGetParams {
  /** Text of the operation; required unless extensions name a persisted query. */
  query?: string | undefined;
  /** Variables of the query as a JSON object. */
  variables?: string | undefined;
  /** Name of the query's operation to run; needed when it has several. */
  operationName?: string | undefined;
  /** Extensions of the request as a JSON object. */
  extensions?: string | undefined;
}

export interface GraphqlGetResult {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}

export interface GraphqlPostParams {
  /** Text of the operation; required unless extensions name a persisted query. */
  query?: string | undefined;
  /** Values of the query's variables, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Name of the query's operation to run; needed when it has several. */
  operationName?: string | null | undefined;
  /** `persistedQuery` with `version` 1 and `sha256Hash` names the query, or registers it. */
  extensions?: Record<string, unknown> | null | undefined;
}

export interface GraphqlPostResult {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}

export interface IdentityAdminDeleteOauthGrantParams {
  /** Id of the account. */
  id: string;
  /** Id of the connected agent. */
  grantId: string;
}

export interface IdentityAdminDeleteOauthGrantResult {
  ok: true;
}

export interface IdentityAdminGrantCreditsParams {
  /** Id of the account. */
  id: string;
  /** Credits to grant; a negative number takes credits. */
  deltaCredits: number;
  /** Reason that the account reads in its ledger. */
  note?: string | null | undefined;
}

export interface IdentityAdminGrantCreditsResult {
  account: AdminAccount;
}

export interface IdentityAdminListAccountsParams {
  /** Only those that have this text in them. */
  q?: string | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface IdentityAdminListAccountsResult {
  accounts: AdminAccount[];
  total: number;
}

export interface IdentityAdminListAuditParams {
  /** Only those that have this text in them. */
  q?: string | undefined;
  /** Id of the account. */
  accountId?: string | undefined;
  /** Id of the project. */
  projectId?: string | undefined;
  /** Lists entries of this action only. */
  action?: string | undefined;
  /** Lists entries about the resource with this id only. */
  resourceId?: string | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface IdentityAdminListAuditResult {
  entries: AuditEntry[];
  total: number;
}

export interface IdentityAdminListOauthGrantsParams {
  /** Id of the account. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface IdentityAdminListOauthGrantsResult {
  grants: OauthGrant[];
  total: number;
}

export interface IdentityAdminUpdateAccountParams {
  /** Id of the account. */
  id: string;
  /** True suspends the account, which can then only read. */
  suspended?: boolean | undefined;
  /** True when the address counts as confirmed. */
  emailVerified?: boolean | undefined;
  /** True when the account operates this deployment. */
  operator?: boolean | undefined;
  /** Features of the account; false switches one off. */
  features?: {
    generation?: boolean | undefined;
    transcription?: boolean | undefined;
  } | undefined;
}

export interface IdentityAdminUpdateAccountResult {
  account: AdminAccount;
}

export interface IdentityConfirmPasswordResetParams {
  /** Token from the link in the mail. */
  token: string;
  /** New password of 8 to 200 characters. */
  password: string;
}

export interface IdentityConfirmPasswordResetResult {
  ok: true;
}

export interface IdentityCreateApiKeyParams {
  /** What the list of keys calls it. */
  name: string;
  /** Scopes of the key; `:rw` of an area includes its `:read`. */
  scopes: readonly ("content:read" | "content:rw" | "media:read" | "media:rw" | "integrations:read" | "integrations:rw" | "generation:read" | "generation:rw" | "workflows:read" | "workflows:rw" | "cuts:read" | "cuts:rw" | "projects:read" | "projects:rw" | "plugins:read" | "plugins:rw" | "community:read" | "community:rw" | "build:read" | "build:rw" | "agents:read" | "agents:rw" | "account:read" | "account:rw")[];
  /** Credits that the key may spend; null or left out: no limit. A key that has a limit cannot make keys. */
  budget?: {
    /** Most credits that may be spent in a UTC day; 0 allows no spending. */
    dailyCredits?: number | null | undefined;
    /** Most credits that may be spent in all, counted while a limit is set. */
    totalCredits?: number | null | undefined;
    /** Id of the only project whose work may spend; the default project stands for work that names none. */
    projectId?: string | null | undefined;
  } | null | undefined;
}

export interface IdentityCreateApiKeyResult {
  apiKey: ApiKey;
  secret: string;
}

export interface IdentityDeleteApiKeyParams {
  /** Id of the api key. */
  id: string;
}

export interface IdentityDeleteApiKeyResult {
  ok: true;
}

export interface IdentityDeleteOauthGrantParams {
  /** Id of the grant. */
  id: string;
}

export interface IdentityDeleteOauthGrantResult {
  ok: true;
}

export interface IdentityListApiKeysResult {
  apiKeys: ApiKey[];
}

export interface IdentityListAuditParams {
  /** Id of a project that the account owns; null or left out: everything of the account. */
  projectId?: string | null | undefined;
  /** Lists entries of this action only. */
  action?: string | undefined;
  /** Lists entries about the resource with this id only. */
  resourceId?: string | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface IdentityListAuditResult {
  entries: AuditEntry[];
  total: number;
}

export interface IdentityListOauthGrantsParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface IdentityListOauthGrantsResult {
  grants: OauthGrant[];
  total: number;
}

export interface IdentityRequestPasswordResetParams {
  /** E-mail address of the account. */
  email: string;
}

export interface IdentityRequestPasswordResetResult {
  ok: true;
}

export interface IdentityResendVerificationResult {
  ok: true;
}

export interface IdentitySessionResult {
  user: SessionUser;
}

export interface IdentitySignInParams {
  /** E-mail address of the account. */
  email: string;
  /** Password of the account. */
  password: string;
}

export interface IdentitySignInResult {
  user: SessionUser;
}

export interface IdentitySignOutResult {
  ok: true;
}

export interface IdentitySignUpParams {
  /** E-mail address to sign in with; a mail confirms it. */
  email: string;
  /** Password of 8 to 200 characters. */
  password: string;
  /** Name that others read beside the address. */
  name?: string | null | undefined;
}

export interface IdentitySignUpResult {
  user: SessionUser;
}

export interface IdentityUpdateApiKeyParams {
  /** Id of the api key. */
  id: string;
  /** Credits that the key may spend; null removes the limits. */
  budget: {
    /** Most credits that may be spent in a UTC day; 0 allows no spending. */
    dailyCredits?: number | null | undefined;
    /** Most credits that may be spent in all, counted while a limit is set. */
    totalCredits?: number | null | undefined;
    /** Id of the only project whose work may spend; the default project stands for work that names none. */
    projectId?: string | null | undefined;
  } | null;
}

export interface IdentityUpdateApiKeyResult {
  apiKey: ApiKey;
}

export interface IdentityUpdateOauthGrantParams {
  /** Id of the grant. */
  id: string;
  /** Credits that the agent may spend; null removes the limits. */
  budget: {
    /** Most credits that may be spent in a UTC day; 0 allows no spending. */
    dailyCredits?: number | null | undefined;
    /** Most credits that may be spent in all, counted while a limit is set. */
    totalCredits?: number | null | undefined;
    /** Id of the only project whose work may spend; the default project stands for work that names none. */
    projectId?: string | null | undefined;
    /** The agent asks the person before a call that spends more credits than this; with 0, before each call that spends. */
    askAboveCredits?: number | null | undefined;
  } | null;
}

export interface IdentityUpdateOauthGrantResult {
  grant: OauthGrant;
}

export interface IdentityVerifyEmailParams {
  /** Token from the link in the mail. */
  token: string;
}

export interface IdentityVerifyEmailResult {
  ok: true;
}

export interface ModelsAdminListParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ModelsAdminListResult {
  models: AdminModel[];
  total: number;
}

export interface ModelsAdminUpdateParams {
  /** Id of the model. */
  id: string;
  /** True when jobs may name the model. */
  enabled?: boolean | null | undefined;
  /** Prices of the model, which replace the plugin's as a whole. */
  pricing?: {
    creditsPerSecond?: Record<string, number> | undefined;
    creditsPerImage?: Record<string, number> | undefined;
    creditsPerRun?: number | undefined;
    creditsPerThousandChars?: number | undefined;
  } | null | undefined;
  /** True when the model is open to paying accounts only. */
  paidOnly?: boolean | null | undefined;
}

export interface ModelsAdminUpdateResult {
  model: AdminModel;
}

export interface ModelsListParams {
  /** Only those of this kind. */
  kind?: "video" | "image" | "audio" | "upscale" | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ModelsListResult {
  models: Model[];
  total: number;
}

export interface OperationsLoadServiceParams {
  /** The name, as the list of them has it. */
  name: string;
  /** Id of one process; left out: every process that the change applies to. */
  node?: string | undefined;
}

export interface OperationsLoadServiceResult {
  ok: true;
  nodes: string[];
}

export interface OperationsNodesResult {
  nodes: Node[];
  /** Ids of processes that do not answer within 2 s, or that disappeared within the last ten minutes without signing off. */
  silent: string[];
}

export interface OperationsPluginsResult {
  plugins: Plugin[];
  /** Ids of processes that do not answer within 2 s, or that disappeared within the last ten minutes without signing off. */
  silent: string[];
}

export interface OperationsReloadPluginParams {
  /** The name, as the list of them has it. */
  name: string;
}

export interface OperationsReloadPluginResult {
  plugins: Plugin[];
}

export interface OperationsReloadServiceParams {
  /** The name, as the list of them has it. */
  name: string;
  /** Id of one process; left out: every process that the change applies to. */
  node?: string | undefined;
}

export interface OperationsReloadServiceResult {
  ok: true;
  nodes: string[];
}

export interface OperationsServicesResult {
  services: {
    name: string;
    nodes: string[];
  }[];
}

export interface OperationsTasksParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface OperationsTasksResult {
  tasks: Task[];
  total: number;
}

export interface OperationsUnloadServiceParams {
  /** The name, as the list of them has it. */
  name: string;
  /** Id of one process; left out: every process that the change applies to. */
  node?: string | undefined;
}

export interface OperationsUnloadServiceResult {
  ok: true;
  nodes: string[];
}

export interface ProjectsAcceptInviteParams {
  /** Id of the invite. */
  inviteId: string;
}

export interface ProjectsAcceptInviteResult {
  project: Project;
}

export interface ProjectsCreateParams {
  /** A new UUID that the client chooses. */
  id: string;
  /** Name that members read. */
  name: string;
}

export interface ProjectsCreateResult {
  project: Project;
  /** Members of the project: the owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** Credits that may be spent in the project, when it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** Time from which the daily limit counts anew; null without a daily limit. */
    renewsAt: string | null;
  };
}

export interface ProjectsDeclineInviteParams {
  /** Id of the invite. */
  inviteId: string;
}

export interface ProjectsDeclineInviteResult {
  ok: true;
}

export interface ProjectsDeleteParams {
  /** Id of the project. */
  id: string;
}

export interface ProjectsDeleteResult {
  ok: true;
}

export interface ProjectsGetParams {
  /** Id of the project. */
  id: string;
}

export interface ProjectsGetResult {
  project: Project;
  /** Members of the project: the owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** Credits that may be spent in the project, when it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** Time from which the daily limit counts anew; null without a daily limit. */
    renewsAt: string | null;
  };
}

export interface ProjectsInviteParams {
  /** Id of the project. */
  id: string;
  /** E-mail address to invite; it needs no account yet. */
  email: string;
}

export interface ProjectsInviteResult {
  invite: ProjectInvite;
}

export interface ProjectsListResult {
  projects: Project[];
  pendingInvites: ProjectInvite[];
  defaultProjectId: string;
}

export interface ProjectsRemoveMemberParams {
  /** Id of the project. */
  id: string;
  /** Id of the member's account. */
  userId: string;
}

export interface ProjectsRemoveMemberResult {
  ok: true;
}

export interface ProjectsRevokeInviteParams {
  /** Id of the project. */
  id: string;
  /** Id of the invite. */
  inviteId: string;
}

export interface ProjectsRevokeInviteResult {
  ok: true;
}

export interface ProjectsUpdateParams {
  /** Id of the project. */
  id: string;
  /** Name that members read. */
  name?: string | undefined;
  /** Description of the project's purpose. */
  description?: string | null | undefined;
  /** Id of a committed image that the caller can read. */
  avatarStorageId?: string | null | undefined;
  /** Credits that the work of all members may spend; null removes the limits. The default project takes no limits. */
  budget?: {
    /** Most credits that may be spent in a UTC day; 0 allows no spending. */
    dailyCredits?: number | null | undefined;
    /** Most credits that may be spent in all, counted while a limit is set. */
    totalCredits?: number | null | undefined;
  } | null | undefined;
}

export interface ProjectsUpdateResult {
  project: Project;
  /** Members of the project: the owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** Credits that may be spent in the project, when it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** Time from which the daily limit counts anew; null without a daily limit. */
    renewsAt: string | null;
  };
}

export interface ProjectsUsageParams {
  /** Id of the project. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface ProjectsUsageResult {
  entries: LedgerEntry[];
  /** Totals over all entries, not only those of the page; the largest first. */
  totalsByActor: {
    actorUserId: string;
    actorEmail: string | null;
    spentCredits: number;
  }[];
  total: number;
}

export interface StorageCommitParams {
  /** Id of the file. */
  storageId: string;
}

export interface StorageCommitResult {
  storageId: string;
  url: string;
  sizeBytes: number;
}

export interface StorageDeleteParams {
  /** Id of the file. */
  storageId: string;
}

export interface StorageDeleteResult {
  ok: true;
}

export interface StorageGetParams {
  /** Id of the file. */
  storageId: string;
}

export interface StorageGetResult {
  object: StorageObject;
}

export interface StorageImportParams {
  /** A public https address of an image, a video or a sound. */
  url: string;
  /** File name of downloads. */
  filename?: string | null | undefined;
}

export interface StorageImportResult {
  storageId: string;
  url: string;
  sizeBytes: number;
}

export interface StorageLinkParams {
  /** Id of the project. */
  id: string;
  /** Ids of the objects to link. */
  storageIds: readonly string[];
}

export interface StorageLinkResult {
  ok: true;
}

export interface StorageListLinkedParams {
  /** Id of the project. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
  /** The order of the list; the newest are first unless told otherwise. */
  sort?: "size" | undefined;
  /** Only those of this kind. */
  kind?: "image" | "video" | "audio" | undefined;
}

export interface StorageListLinkedResult {
  objects: {
    storageId: string;
    filename: string | null;
    contentType: string;
    sizeBytes: number;
    origin: "upload" | "generated";
    url: string;
    thumbUrl?: string;
    /** Width in pixels as an image or video is shown; absent until it was measured. */
    width?: number;
    height?: number;
    /** Seconds of a sound or video whose file tells its length; absent until it was measured. */
    durationSeconds?: number;
    /** Permanent address at which everybody may read the object, while it is published; only on single objects, not in lists. */
    publicUrl?: string;
    createdAt: string;
    addedByUserId: string;
  }[];
  /** Number of linked objects after the filter by kind. */
  total: number;
}

export interface StoragePublishParams {
  /** Id of the file. */
  storageId: string;
  /** True takes the permanent address back. */
  unpublish?: boolean | undefined;
}

export interface StoragePublishResult {
  storageId: string;
  publicUrl: string | null;
}

export interface StorageTicketParams {
  /** Media type of the file, such as `image/png`. */
  contentType: string;
  /** Bytes of the file; a longer upload is removed. */
  sizeBytes: number;
  /** File name of downloads. */
  filename?: string | null | undefined;
}

export interface StorageTicketResult {
  storageId: string;
  uploadUrl: string;
  expiresAt: string;
}

export interface StorageUsageParams {
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
  /** The order of the list; the newest are first unless told otherwise. */
  sort?: "size" | undefined;
  /** Only those of this kind. */
  kind?: "image" | "video" | "audio" | undefined;
}

export interface StorageUsageResult {
  objects: StorageObject[];
  totalBytes: number;
  includedBytes: number;
  total: number;
}

export interface TranscriptionsCreateParams {
  /** Id of a committed audio or video object that the caller can read. */
  storageId: string;
  /** Seconds of the recording that are transcribed, from its beginning. */
  durationSeconds: number;
  /** Language that is spoken, as a BCP 47 tag; left out: it is detected. */
  language?: string | null | undefined;
  /** Id of the shared project whose owner pays. */
  projectId?: string | null | undefined;
}

export interface TranscriptionsCreateResult {
  job: Transcription;
}

export interface TranscriptionsGetParams {
  /** Id of the transcription. */
  id: string;
}

export interface TranscriptionsGetResult {
  job: Transcription;
}

export interface TranscriptionsResultParams {
  /** Id of the transcription. */
  id: string;
  /** Format of the answer; `srt` and `vtt` are subtitles. */
  format?: "json" | "srt" | "vtt" | "txt" | undefined;
}

export type TranscriptionsResultResult = Transcript | string;

export interface TranslationCancelParams {
  /** Id of the translation job. */
  id: string;
}

export interface TranslationCancelResult {
  job: TranslationJob;
}

export interface TranslationLatestParams {
  /** Id of the project. */
  projectId: string;
}

export interface TranslationLatestResult {
  job: TranslationJob | null;
}

export interface TranslationPreviewParams {
  /** Id of the project. */
  projectId: string;
  /** Id of a text model for this run. Default: the project's choice. */
  model?: string | undefined;
}

export interface TranslationPreviewResult {
  documents: number;
  values: number;
  languages: number;
  credits: number;
  /** False when the project is too large to read all of its documents: some count with the average of the others. */
  exact: boolean;
}

export interface TranslationStartParams {
  /** Id of the project. */
  projectId: string;
  /** Id of a text model for this run. Default: the project's choice. */
  model?: string | undefined;
}

export interface TranslationStartResult {
  job: TranslationJob;
}

export interface TranslationTranslateDocumentParams {
  /** Id of the document. */
  id: string;
  /** Default: every locale but the source. */
  locales?: readonly string[] | undefined;
  /** Paths of localized fields, such as `title` or `seo.description`. Default: all. */
  fields?: readonly string[] | undefined;
  /** Locale to translate from. Default: the project's default locale. */
  sourceLocale?: string | undefined;
  /** `missing` translates empty values only. `outdated` also replaces machine translations whose source changed. `all` replaces everything, including texts that people wrote. */
  mode?: "missing" | "outdated" | "all" | undefined;
  /** Id of a text model for this run. Default: the project's choice. */
  model?: string | undefined;
}

export interface TranslationTranslateDocumentResult {
  model: string;
  creditsSpent: number;
  locales: {
    locale: string;
    translated: string[];
    skipped: {
      path: string;
      reason: "media" | "enum" | "no_source" | "no_text" | "filled" | "up_to_date" | "edited_by_hand" | "not_translated" | "changed_meanwhile";
    }[];
    error?: string;
  }[];
  document: unknown;
}

export interface WebhooksCreateParams {
  /** Id of the project. */
  projectId: string;
  /** Name of the webhook in lists. */
  name: string;
  /** A public https address. */
  url: string;
  /** Kinds of events that are sent. */
  events: readonly ("document.publish" | "document.unpublish" | "document.delete")[];
  /** True when the webhook sends events. */
  enabled?: boolean | undefined;
}

export interface WebhooksCreateResult {
  webhook: Webhook;
  /** Secret that keys the signatures, `whsec_` and base64; shown once. */
  secret: string;
}

export interface WebhooksDeleteParams {
  /** Id of the webhook. */
  id: string;
}

export interface WebhooksDeleteResult {
  ok: true;
}

export interface WebhooksListParams {
  /** Id of the project. */
  projectId: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface WebhooksListResult {
  webhooks: Webhook[];
  total: number;
}

export interface WebhooksListDeliveriesParams {
  /** Id of the webhook. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface WebhooksListDeliveriesResult {
  deliveries: WebhookDelivery[];
  total: number;
}

export interface WebhooksRetryDeliveryParams {
  /** Id of the webhook. */
  id: string;
  /** Id of the delivery. */
  deliveryId: string;
}

export interface WebhooksRetryDeliveryResult {
  delivery: WebhookDelivery;
}

export interface WebhooksUpdateParams {
  /** Id of the webhook. */
  id: string;
  /** Name of the webhook in lists. */
  name?: string | undefined;
  /** A public https address. */
  url?: string | undefined;
  /** The whole list of the kinds of events that are sent. */
  events?: readonly ("document.publish" | "document.unpublish" | "document.delete")[] | undefined;
  /** True when the webhook sends events. */
  enabled?: boolean | undefined;
  /** True answers with a new secret, once; the old secret no longer signs anything. */
  rotateSecret?: boolean | undefined;
}

export interface WebhooksUpdateResult {
  webhook: Webhook;
  /** Secret that keys the signatures, `whsec_` and base64; shown once. */
  secret?: string;
}

export interface WorkflowsCreateParams {
  /** Graph of the workflow; default: an empty one. A run takes 2000 nodes at most. */
  graph?: {
    nodes: readonly {
      id: string;
      type: string;
      x: number;
      y: number;
      /** Settings of the node, as its type takes them (docs/nodes.md); they are kept as they are. */
      data?: unknown;
      [name: string]: unknown;
    }[];
    edges: readonly {
      id: string;
      source: string;
      target: string;
      sourceHandle?: string | null | undefined;
      targetHandle?: string | null | undefined;
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  } | undefined;
  /** Id of a template of GET /v1/workflow-templates, in place of graph; it gives the name too. */
  templateId?: string | undefined;
  /** Name of the workflow; default: Untitled Workflow. */
  name?: string | undefined;
  /** Id of a shared project; default: the caller's own default project. */
  projectId?: string | null | undefined;
}

export interface WorkflowsCreateResult {
  workflow: Workflow;
}

export interface WorkflowsCreateTriggerParams {
  /** Id of the workflow. */
  id: string;
  /** Starts runs at times. */
  schedule?: {
    /** A cron expression of five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks skips comes right after the gap; a time that comes twice counts the first time. */
    timeZone?: string | undefined;
  } | undefined;
  /** Starts a run when a document of a type is published, but not for documents that a run publishes. A project has at most 20 such triggers that are enabled. */
  event?: {
    type: string;
    /** Id of a node that takes text: the run gives it the document as JSON, with `_id` and `_version`. */
    documentInput?: string | undefined;
  } | undefined;
  /** Starts a run when the trigger's address is called. */
  inbound?: Record<string, never> | undefined;
  /** Inputs of the trigger's runs, as of execute. */
  inputs?: Record<string, unknown> | undefined;
  /** Id of the shared project whose owner's credits a personal workflow takes. */
  projectId?: string | null | undefined;
  /** Credits that the runs which the trigger starts on one day (UTC) may spend together. A node that costs more than the remaining credits fails. */
  dailyCredits: number;
  /** True when the trigger starts runs. */
  enabled?: boolean | undefined;
}

export interface WorkflowsCreateTriggerResult {
  trigger: WorkflowTrigger;
}

export interface WorkflowsDeleteParams {
  /** Id of the workflow. */
  id: string;
}

export interface WorkflowsDeleteResult {
  ok: true;
}

export interface WorkflowsDeleteTriggerParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the trigger. */
  triggerId: string;
}

export interface WorkflowsDeleteTriggerResult {
  ok: true;
}

export interface WorkflowsEstimateParams {
  /** Id of the workflow. */
  id: string;
  /** Values by node id: `{ text }` for prompt and generateText nodes, `{ storageId }` for imageInput and videoInput. */
  inputs?: Record<string, unknown> | undefined;
  /** True takes over the results of equal nodes of earlier runs, at no cost: `cached: true`. Nodes are equal when type, version, settings, models and contents of the inputs are the same, for the same payer and project. */
  reuse?: boolean | undefined;
  /** Id of the shared project whose owner's credits a run of a personal workflow takes; a project's workflow runs in that project. */
  projectId?: string | null | undefined;
}

export interface WorkflowsEstimateResult {
  estimatedCredits: number;
  /** Remaining credits of the account whose credits the run would take. */
  remainingCredits: number;
  affordable: boolean;
  nodes: {
    nodeId: string;
    type: string;
    estimatedCredits: number | null;
    exact: boolean;
    /** True for a node that pays for more than its price, as a translation does: the cost is known only afterwards. */
    unpriced?: boolean;
    /** True when an earlier result would be taken over. */
    cached?: boolean;
  }[];
}

export interface WorkflowsExecuteParams {
  /** Id of the workflow. */
  id: string;
  /** Values by node id: `{ text }` for prompt and generateText nodes, `{ storageId }` for imageInput and videoInput. */
  inputs?: Record<string, unknown> | undefined;
  /** True answers when the run has ended, after 300 s at most. */
  wait?: boolean | undefined;
  /** True takes over the results of equal nodes of earlier runs, at no cost: `cached: true`. Nodes are equal when type, version, settings, models and contents of the inputs are the same, for the same payer and project. */
  reuse?: boolean | undefined;
  /** Id of the shared project whose owner's credits a run of a personal workflow takes; a project's workflow runs in that project. */
  projectId?: string | null | undefined;
}

export interface WorkflowsExecuteResult {
  run: WorkflowRun;
}

export interface WorkflowsFireTriggerParams {
  /** Id of the trigger. */
  triggerId: string;
  /** HMAC of the body with the trigger's secret, for senders that cannot set a header. */
  signature: string;
  /** Inputs that are added to the trigger's own, and replace those of the same node. */
  inputs?: Record<string, unknown> | undefined;
  /** Id of the event that the call is about: calls with the same eventId start one run, as long as the log keeps the first one. */
  eventId?: string | undefined;
}

export interface WorkflowsFireTriggerResult {
  fire: TriggerFire;
}

export interface WorkflowsGetParams {
  /** Id of the workflow. */
  id: string;
}

export interface WorkflowsGetResult {
  workflow: Workflow;
}

export interface WorkflowsGetRunParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the run. */
  runId: string;
}

export interface WorkflowsGetRunResult {
  run: WorkflowRun;
}

export interface WorkflowsGetTriggerParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the trigger. */
  triggerId: string;
}

export interface WorkflowsGetTriggerResult {
  trigger: WorkflowTrigger;
}

export interface WorkflowsImportParams {
  /** Format of the graph: ComfyUI's API format. */
  format: "comfyui";
  /** Nodes by id, as "Save (API format)" writes them. */
  prompt: Record<string, unknown>;
  /** Id of the image model to use; default: the first of the catalog. */
  model?: string | undefined;
  /** Name of the workflow in lists. */
  name?: string | undefined;
  /** Id of a shared project; default: the caller's own default project. */
  projectId?: string | null | undefined;
}

export interface WorkflowsImportResult {
  workflow: Workflow;
  missing: {
    nodeId: string;
    type: string;
    reason: string;
  }[];
}

export interface WorkflowsListParams {
  /** Id of the project. */
  projectId?: string | undefined;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
  /** Order of the list. `updated` and `created`: newest first. `name`: alphabetical. */
  sort?: "updated" | "created" | "name" | undefined;
}

export interface WorkflowsListResult {
  workflows: WorkflowSummary[];
  total: number;
}

export interface WorkflowsListNodeTypesResult {
  nodeTypes: WorkflowNodeType[];
  total: number;
}

export interface WorkflowsListRunsParams {
  /** Id of the workflow. */
  id: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface WorkflowsListRunsResult {
  runs: WorkflowRun[];
  total: number;
}

export interface WorkflowsListTemplatesResult {
  templates: WorkflowTemplate[];
  total: number;
}

export interface WorkflowsListTriggersParams {
  /** Id of the workflow. */
  id: string;
}

export interface WorkflowsListTriggersResult {
  triggers: WorkflowTrigger[];
  total: number;
}

export interface WorkflowsResumeRunParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the run. */
  runId: string;
}

export interface WorkflowsResumeRunResult {
  run: WorkflowRun;
}

export interface WorkflowsStopRunParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the run. */
  runId: string;
}

export interface WorkflowsStopRunResult {
  run: WorkflowRun;
}

export interface WorkflowsTriggerLogParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the trigger. */
  triggerId: string;
  /** How many are answered at most; `total` in the answer counts all. */
  limit?: number | undefined;
  /** How many are left out from the beginning of the list. */
  offset?: number | undefined;
}

export interface WorkflowsTriggerLogResult {
  fires: TriggerFire[];
  total: number;
}

export interface WorkflowsUpdateParams {
  /** Id of the workflow. */
  id: string;
  /** The whole graph. A run takes 2000 nodes at most. */
  graph?: {
    nodes: readonly {
      id: string;
      type: string;
      x: number;
      y: number;
      /** Settings of the node, as its type takes them (docs/nodes.md); they are kept as they are. */
      data?: unknown;
      [name: string]: unknown;
    }[];
    edges: readonly {
      id: string;
      source: string;
      target: string;
      sourceHandle?: string | null | undefined;
      targetHandle?: string | null | undefined;
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  } | undefined;
  /** Name of the workflow in lists. */
  name?: string | undefined;
  /** The `updatedAt` of the workflow that the change was made on: the answer is `conflict` when the workflow was changed since. */
  baseUpdatedAt?: string | undefined;
}

export interface WorkflowsUpdateResult {
  workflow: Workflow;
}

export interface WorkflowsUpdateTriggerParams {
  /** Id of the workflow. */
  id: string;
  /** Id of the trigger. */
  triggerId: string;
  /** Starts runs at times. */
  schedule?: {
    /** A cron expression of five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks skips comes right after the gap; a time that comes twice counts the first time. */
    timeZone?: string | undefined;
  } | undefined;
  /** Starts a run when a document of a type is published, but not for documents that a run publishes. A project has at most 20 such triggers that are enabled. */
  event?: {
    type: string;
    /** Id of a node that takes text: the run gives it the document as JSON, with `_id` and `_version`. */
    documentInput?: string | undefined;
  } | undefined;
  /** Inputs of the trigger's runs, as of execute. */
  inputs?: Record<string, unknown> | undefined;
  /** Credits that the runs which the trigger starts on one day (UTC) may spend together. A node that costs more than the remaining credits fails. */
  dailyCredits?: number | undefined;
  /** True when the trigger starts runs. */
  enabled?: boolean | undefined;
  /** True gives an inbound trigger a new address; the old address ends. */
  rotateUrl?: boolean | undefined;
}

export interface WorkflowsUpdateTriggerResult {
  trigger: WorkflowTrigger;
}
