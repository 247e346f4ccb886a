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
  /** As the thing's own `status`. */
  status: string;
  progress: number | null;
  queuePosition: number | null;
  projectId: string | null;
  /** Of a run: with `id` it is the run's address. */
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
  /** What it may spend; null without a limit. */
  budget: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** When the daily limit counts anew; null without one. */
    renewsAt: string | null;
    /** The only project in which it spends; null for no such limit. */
    projectId: string | null;
  } | null;
}

export interface Application {
  id: string;
  /** The medium that it makes. */
  kind: "image" | "video" | "audio";
  name: string;
  description: string;
  /** Base prompt; user text follows it. */
  prompt?: string;
  modelId: string;
  inputKind: "image" | "video" | "audio";
  minImages: number;
  maxImages: number;
  acceptsText: boolean;
  /** Path of a picture on this host, for everybody: a result of it. */
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
  /** The model's kind. */
  kind: "audio";
  /** What to make; for speech the text to speak. */
  prompt?: string;
  /** One of the model's voices; left out: its defaultVoice. */
  voice?: string;
  /** The words to sing; where the model says supportsLyrics. */
  lyrics?: string;
  /** How it should sound; where the model says supportsStyleInstructions. */
  styleInstructions?: string;
  /** true: without singing; where the model says supportsInstrumental. */
  instrumental?: boolean;
  /** Seconds, within the model's minSeconds and maxSeconds; of a cleanup those of its source. */
  durationSeconds?: number;
  /** The audio to clean up or to dub. */
  sourceStorageId?: string;
  /** The video whose sound is dubbed. */
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
    /** The account; null for operators, background work and visitors. */
    id: string | null;
    name: string | null;
    email: string | null;
    /** The key, agent, run or trigger by which the account acted; its own only. Null for a session. */
    credentialId: string | null;
  };
  /** What was done, such as content.publishDocument. */
  action: string;
  resource: {
    kind: string;
    id: string | null;
  };
  projectId: string | null;
  /** X-Request-Id of the request; of background work what caused it. */
  requestId: string;
  /** Where the request came from; told of the account's own acts only. */
  address: string | null;
}

export type Capabilities = VideoCapabilities | ImageCapabilities | AudioCapabilities | UpscaleCapabilities;

export interface ContentIssue {
  /** Dotted, as in `seo.title`, `gallery[2]` or `body[_key=="k1"].children[0]`. */
  path: string;
  code: "required" | "invalid_type" | "unknown_field" | "unknown_locale" | "orphaned_value" | "too_long" | "not_in_enum" | "not_an_integer" | "too_small" | "too_big" | "invalid_datetime" | "invalid_block" | "duplicate_key" | "unknown_media" | "wrong_media_kind" | "media_not_linked" | "unknown_document" | "wrong_document_type";
  /** A sentence for people; it begins with the path. */
  message: string;
  /** Of a localized field: the locale whose value is meant. */
  locale?: string;
}

export interface ContentSettings {
  defaultLocale: string;
  locales: {
    code: string;
    title: string;
    /** Read when this one is empty; null: the default locale. */
    fallback: string | null;
    /** Whether publishing needs the required localized fields in it. */
    required: boolean;
  }[];
  translation: {
    /** Tone of voice, for machine translation. */
    brief: string;
    autoTranslateOnPublish: boolean;
    /** A text model's id, or auto. */
    model: string;
  };
}

export interface ContentType {
  id: string;
  projectId: string;
  /** Permanent; the type's name in delivery, capitalized in GraphQL. */
  name: string;
  title: string;
  description: string | null;
  /** Of the schema; what an edit takes as baseVersion. */
  latestVersion: number;
  /** Of the schema that is shown. */
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
  /** Name of the type. */
  type: string;
  /** Value of the type's title field when it is a string. */
  title: string | null;
  status: "draft" | "published" | "changed";
  /** Counts saves; what publish takes as baseVersion. */
  draftVersion: number;
  /** Of the type: what the draft was last checked against. */
  schemaVersion: number;
  draft: Record<string, unknown>;
  /** What delivery serves. */
  published: Record<string, unknown> | null;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** By locale; of types with localized texts, in lists and single documents. */
  coverage?: Record<string, "complete" | "partial" | "outdated" | "empty">;
}

export interface DocumentTitle {
  id: string;
  projectId: string;
  /** Name of the type. */
  type: string;
  /** Value of the type's title field when it is a string. */
  title: string | null;
  status: "draft" | "published" | "changed";
  /** Counts saves; what publish takes as baseVersion. */
  draftVersion: number;
  /** Of the type: what the draft was last checked against. */
  schemaVersion: number;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** By locale; of types with localized texts, in lists and single documents. */
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
  /** The model's kind. */
  kind: "image";
  /** What to make. */
  prompt: string;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** How many images, up to the model's maxImages; each costs. */
  numImages: number;
  /** One of the model's resolutions; left out: the first. */
  resolution?: string;
  /** One of the model's qualities; left out: the first. */
  quality?: string;
  /** Images to go by; where the model says supportsImageReference. */
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
  /** How far the provider says that it is, from 0 to 1; 1 once succeeded, null when it does not say. */
  progress: number | null;
  /** How many jobs the provider does first; null when it does not say, and once the job is over. */
  queuePosition: number | null;
  /** What the provider says of each result, in the order of resultStorageIds. */
  resultMetadata: (Record<string, unknown> | null)[] | null;
  /** Terminal jobs: true exactly when costCredits is above 0. */
  charged?: boolean;
  /** Failed jobs: why, for programs. */
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
  /** Why the node failed. */
  detail?: string;
  /** How far a running node says that it is, from 0 to 1; absent when it does not say. */
  progress?: number;
  /** The primary port. */
  output?: {
    type: "image" | "video" | "audio" | "text";
    /** The text, or a signed URL that expires. */
    value: string;
    storageId?: string;
  };
  /** Every port by its id. */
  outputs?: Record<string, {
    type: "image" | "video" | "audio" | "text";
    /** The text, or a signed URL that expires. */
    value: string;
    storageId?: string;
  }>;
  /** What the node cost; on nodes that have ended. */
  costCredits?: number;
  /** The result was taken over from an equal node, at no cost. */
  cached?: boolean;
}

export interface OauthGrant {
  id: string;
  clientId: string;
  /** The app's own words; nobody has checked them. */
  clientName: string | null;
  redirectUris: string[];
  scopes: string[];
  createdAt: string;
  /** When it last fetched a token that still counts. */
  lastTokenAt: string | null;
  /** What it may spend; null without a limit. */
  budget: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** When the daily limit counts anew; null without one. */
    renewsAt: string | null;
    /** The only project in which it spends; null for no such limit. */
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
  /** The document's draftVersion then. */
  version: number;
  schemaVersion: number;
  createdAt: string;
  createdBy: {
    id: string;
    email: string;
    name: string | null;
  } | null;
  /** What made it on their behalf; null for revisions from before that was written down. */
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
  /** Pixels as it is shown, of images and videos; absent until it was measured. */
  width?: number;
  height?: number;
  /** Of sound and videos whose files say it; absent until it was measured. */
  durationSeconds?: number;
  /** Of a single object, while everybody may read it at this address; lists leave it out. */
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
  /** As asked for; else as found in the recording, once it succeeded. */
  language: string | null;
  errorMessage: string | null;
  costCredits: number | null;
  createdAt: string;
  completedAt: string | null;
  storageId: string;
  durationSeconds: number;
  projectId: string | null;
  /** When it is over: true exactly when costCredits is above 0. */
  charged?: boolean;
  /** When it failed: why, for programs. */
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
  /** The tick's time, the document's version, or the event that the caller named. */
  tick: string;
  /** `credential_ended`: the key or agent that made or last changed the trigger has ended, or its session by a reset of the password, which switched the trigger off. */
  status: "waiting" | "started" | "refused" | "missed" | "credential_ended";
  runId: string | null;
  /** Why no run was started. */
  detail: string | null;
  createdAt: string;
}

export interface UpscaleCapabilities {
  kind: "upscale";
  supportedTypes: ("video" | "image")[];
}

export interface UpscaleJobParams {
  /** The model's kind. */
  kind: "upscale";
  /** The image or video to upscale. */
  sourceStorageId: string;
  /** Seconds of the source, exactly: the price follows from it. */
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
  /** The model's kind. */
  kind: "video";
  /** What to make; for speech the text to speak. */
  prompt?: string;
  /** Seconds; one of the model's durations. */
  duration: number;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** One of the model's resolutions; left out: the first. */
  resolution?: string;
  /** The video to work on; needed where the model says requiresSourceVideo. */
  sourceVideoStorageId?: string;
  /** The image that the video begins with; where the model says supportsFirstFrame. */
  startFrameStorageId?: string;
  /** The image that the video ends with; where the model says supportsLastFrame. */
  endFrameStorageId?: string;
  /** Images to go by; up to the model's maxReferenceImages. */
  referenceImageStorageIds?: string[];
  /** Videos to go by; up to the model's maxReferenceVideos. */
  referenceVideoStorageIds?: string[];
  /** Audio files to go by; up to the model's maxReferenceAudios. */
  referenceAudioStorageIds?: string[];
  /** false: a video without sound, where the model says supportsAudioToggle. */
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
  /** The newest one; null before the first event. */
  lastDelivery: WebhookDelivery | null;
}

export interface WebhookDelivery {
  id: string;
  event: "document.publish" | "document.unpublish" | "document.delete";
  documentId: string;
  status: "pending" | "delivered" | "failed";
  /** Oldest first, the newest 50 at most. */
  attempts: {
    at: string;
    /** Null when no answer came. */
    statusCode: number | null;
    durationMs: number;
    /** Why it failed, with the first 1 KB of the answer. */
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
      /** What the node's type takes; docs/nodes.md. Kept as it is. */
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
  /** A graph node names it in `version`, unless it is 1. */
  version: number;
  title: string;
  description: string;
  inputs: {
    name: string;
    /** What may be connected. */
    types: ("image" | "video" | "audio" | "text")[];
    /** Takes any number of edges, in their order; any other takes one. */
    list: boolean;
    required: boolean;
    /** The setting that stands in where nothing is connected. */
    setting: string | null;
    description: string;
  }[];
  /** Branches one by one. */
  outputs: {
    name: string;
    types: ("image" | "video" | "audio" | "text")[];
    /** Taken only by edges that name it. */
    namedOnly: boolean;
    description: string;
  }[];
  settings: {
    /** A field of the graph node's `data`. */
    name: string;
    type: "string" | "number" | "boolean" | "strings";
    default?: string | number | boolean;
    /** Accepted values of a string. */
    values?: string[];
    min?: number;
    max?: number;
    /** It is the id of a model of this kind, of GET /v1/models. */
    model?: "video" | "image" | "audio" | "upscale";
    description: string;
  }[];
  /** What a run's `inputs` may give it. */
  takes: {
    value: "text" | "storageId";
    /** The field of `data` that it stands in for. */
    field: string;
    /** Of a stored file. */
    kind?: "image" | "video" | "audio";
  } | null;
  /** Whether it may cost credits. */
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
  /** Whether this deployment has all that the template needs. */
  ready: boolean;
  /** What it lacks: models, a text model, a provider that transcribes. */
  missing: string[];
  nodeCount: number;
  /** What a run may be given. */
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
      /** What the node's type takes; docs/nodes.md. Kept as it is. */
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
  /** Whose runs they are, and whose credits they take, as for runs of their own. */
  ownerId: string;
  kind: "schedule" | "event" | "inbound";
  schedule?: {
    /** Five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks leaves out comes right after the gap, one that comes twice counts the first time. */
    timeZone: string;
  };
  event?: {
    type: string;
    /** Id of a node that takes text: its run is given the document as JSON, with `_id` and `_version`. */
    documentInput?: string;
  };
  inputs: Record<string, unknown>;
  projectId: string | null;
  dailyCredits: number;
  /** Spent or held by runs that it started today (UTC). */
  spentToday: number;
  enabled: boolean;
  /** Of an enabled schedule: the next tick. */
  nextAt: string | null;
  /** Of an inbound trigger, for its owner: `POST` here starts a run. Keep it secret. */
  url?: string;
  createdAt: string;
  updatedAt: string;
}

export interface AudioParams {
  /** The model's kind. */
  kind: "audio";
  /** What to make; for speech the text to speak. */
  prompt?: string | undefined;
  /** One of the model's voices; left out: its defaultVoice. */
  voice?: string | undefined;
  /** The words to sing; where the model says supportsLyrics. */
  lyrics?: string | undefined;
  /** How it should sound; where the model says supportsStyleInstructions. */
  styleInstructions?: string | undefined;
  /** true: without singing; where the model says supportsInstrumental. */
  instrumental?: boolean | undefined;
  /** Seconds, within the model's minSeconds and maxSeconds; of a cleanup those of its source. */
  durationSeconds?: number | undefined;
  /** The audio to clean up or to dub. */
  sourceStorageId?: string | undefined;
  /** The video whose sound is dubbed. */
  videoStorageId?: string | undefined;
  /** One of the model's targetLanguages. */
  targetLanguage?: string | undefined;
}

export type GenerationParams = VideoParams | ImageParams | AudioParams | UpscaleParams;

export interface ImageParams {
  /** The model's kind. */
  kind: "image";
  /** What to make. */
  prompt: string;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** How many images, up to the model's maxImages; each costs. */
  numImages: number;
  /** One of the model's resolutions; left out: the first. */
  resolution?: string | undefined;
  /** One of the model's qualities; left out: the first. */
  quality?: string | undefined;
  /** Images to go by; where the model says supportsImageReference. */
  referenceStorageIds?: readonly string[] | undefined;
}

export interface UpscaleParams {
  /** The model's kind. */
  kind: "upscale";
  /** The image or video to upscale. */
  sourceStorageId: string;
  /** Seconds of the source, exactly: the price follows from it. */
  durationSeconds: number;
}

export interface VideoParams {
  /** The model's kind. */
  kind: "video";
  /** What to make; for speech the text to speak. */
  prompt?: string | undefined;
  /** Seconds; one of the model's durations. */
  duration: number;
  /** One of the model's aspectRatios. */
  aspectRatio: string;
  /** One of the model's resolutions; left out: the first. */
  resolution?: string | undefined;
  /** The video to work on; needed where the model says requiresSourceVideo. */
  sourceVideoStorageId?: string | undefined;
  /** The image that the video begins with; where the model says supportsFirstFrame. */
  startFrameStorageId?: string | undefined;
  /** The image that the video ends with; where the model says supportsLastFrame. */
  endFrameStorageId?: string | undefined;
  /** Images to go by; up to the model's maxReferenceImages. */
  referenceImageStorageIds?: readonly string[] | undefined;
  /** Videos to go by; up to the model's maxReferenceVideos. */
  referenceVideoStorageIds?: readonly string[] | undefined;
  /** Audio files to go by; up to the model's maxReferenceAudios. */
  referenceAudioStorageIds?: readonly string[] | undefined;
  /** false: a video without sound, where the model says supportsAudioToggle. */
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
  /** For inputKind image: between minImages and maxImages. */
  imageStorageIds?: readonly string[] | undefined;
  /** For inputKind video. */
  videoStorageId?: string | undefined;
  /** For inputKind audio. */
  audioStorageId?: string | undefined;
  /** Required where the model is billed by the duration of its source. */
  durationSeconds?: number | undefined;
  /** What the user wishes, trimmed to 2,000 characters; only where acceptsText is true. */
  text?: string | undefined;
  /** One of the Application's presets. */
  presetId?: string | undefined;
  /** Bill and scope the job to this project. */
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
    /** The next monthly grant. */
    currentPeriodEnd: string;
    /** End of what is paid: when a canceled plan ends. */
    paidUntil: string;
    cancelAtPeriodEnd: boolean;
    pastDue: boolean;
  };
}

export interface BillingCheckoutParams {
  /** Credits once, or a plan. */
  kind: "topup" | "subscription";
  /** Top-up: whole US dollars. */
  dollars?: number | undefined;
  /** Subscription: the plan. */
  tier?: "standard" | "pro" | "max" | undefined;
  /** Subscription: `month` by default. */
  interval?: "month" | "year" | undefined;
}

export interface BillingCheckoutResult {
  url: string;
  expiresAt: string;
  dollars?: number;
  /** Top-up: without the bonus. */
  credits?: number;
  /** Top-up: what comes on top of a first one. */
  firstTopupBonusCredits?: number | null;
  tier?: "standard" | "pro" | "max";
  interval?: "month" | "year";
  /** Subscription: what is due now. */
  priceUsd?: number;
}

export interface BillingPlansResult {
  plans: Plan[];
}

export interface BillingResumeSubscriptionResult {
  subscription: {
    tier: "standard" | "pro" | "max";
    interval: "month" | "year";
    /** The next monthly grant. */
    currentPeriodEnd: string;
    /** End of what is paid: when a canceled plan ends. */
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
  /** A new UUID, chosen by the window. */
  windowId: string;
  /** Null, or nothing: nowhere in particular. */
  place?: {
    /** Of the field, as issues name it. */
    path: string;
    locale?: string | undefined;
    /** A Yjs relative position, base64; Kiln does not read it. */
    anchor?: string | undefined;
    /** A Yjs relative position, base64; Kiln does not read it. */
    head?: string | undefined;
  } | null | undefined;
  /** The window is closed: the others hear of it at once. */
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
      /** Of the field, as issues name it. */
      path: string;
      locale?: string;
      /** A Yjs relative position, base64; Kiln does not read it. */
      anchor?: string;
      /** A Yjs relative position, base64; Kiln does not read it. */
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
  /** Chosen by the client; one that is taken is a conflict. */
  id?: string | undefined;
}

export interface ContentCreateDocumentResult {
  document: Document;
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
}

export interface ContentCreateTypeParams {
  /** Id of the project. */
  projectId: string;
  /** Permanent; the type's name in delivery, capitalized in GraphQL. */
  name: string;
  /** What editors read. */
  title: string;
  /** What editors read beside the title. */
  description?: string | null | undefined;
  /** What its documents hold, in the order of the form. */
  fields: readonly {
    /** Not and, or, not, id. */
    name: string;
    /** What editors read. */
    title: string;
    /** For editors. */
    description?: string | undefined;
    type: "string" | "text" | "number" | "boolean" | "datetime" | "portableText" | "media" | "reference" | "object" | "array";
    /** Publishing needs a value. */
    required?: boolean | undefined;
    /** A value for each locale. Of string, text, portableText, media; not inside an array. */
    localized?: boolean | undefined;
    /** Of string, text. */
    maxLength?: number | undefined;
    /** Of string: the values it may have. */
    enum?: readonly string[] | undefined;
    /** Of number. */
    integer?: boolean | undefined;
    /** Of number. */
    min?: number | undefined;
    /** Of number. */
    max?: number | undefined;
    /** Of media. */
    accept?: readonly ("image" | "video" | "audio")[] | undefined;
    /** Of reference, required: names of content types that exist, or of this one. */
    to?: readonly string[] | undefined;
    /** Of object, required: definitions like this one, 3 levels deep. */
    fields?: readonly Record<string, unknown>[] | undefined;
    /** Of array, required: a definition without name, of any type but array. */
    of?: Record<string, unknown> | undefined;
  }[];
  /** Field that names documents in lists and search; null: none. */
  titleField?: string | null | undefined;
}

export interface ContentCreateTypeResult {
  contentType: ContentType;
}

export interface ContentDeleteDocumentParams {
  /** Id of the document. */
  id: string;
  /** Also while published documents refer to it. */
  force?: boolean | undefined;
}

export interface ContentDeleteDocumentResult {
  ok: true;
}

export interface ContentDeleteTypeParams {
  /** Id of the type. */
  id: string;
  /** Also the documents of the type. */
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
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Goes up when the state is rebuilt: edits on an older one are refused. */
  epoch: number;
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
    /** The document's draftVersion then. */
    version: number;
    schemaVersion: number;
    createdAt: string;
    createdBy: {
      id: string;
      email: string;
      name: string | null;
    } | null;
    /** What made it on their behalf; null for revisions from before that was written down. */
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
  /** Looked for in the first 10,000 characters of the title, whatever the case; needs type. */
  q?: string | undefined;
  /** Only documents whose localized texts are not all there in this locale; needs type. */
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
  /** Looked for in the first 10,000 characters of the title, whatever the case; needs type. */
  q?: string | undefined;
  /** Only documents whose localized texts are not all there in this locale; needs type. */
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
  /** Saves only onto this version of the draft; any other is a conflict. If-Match says the same. */
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
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Goes up when the state is rebuilt: edits on an older one are refused. */
  epoch: number;
}

export interface ContentPublishDocumentParams {
  /** Id of the document. */
  id: string;
  /** The draftVersion that is to be published; another one is a conflict. */
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
  /** Saves only onto this version of the draft; any other is a conflict. If-Match says the same. */
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
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Goes up when the state is rebuilt: edits on an older one are refused. */
  epoch: number;
}

export interface ContentRestoreRevisionParams {
  /** Id of the document. */
  id: string;
  /** Id of the revision. */
  revisionId: string;
  /** Restores only onto this version of the draft. */
  baseVersion?: number | undefined;
}

export interface ContentRestoreRevisionResult {
  document: Document;
  /** The schema that the draft was checked against. */
  schema: {
    name: string;
    [name: string]: unknown;
  };
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** The draft as a Yjs update. */
  draftState: string;
  stateVector: string;
  /** Goes up when the state is rebuilt: edits on an older one are refused. */
  epoch: number;
}

export interface ContentUnpublishDocumentParams {
  /** Id of the document. */
  id: string;
  /** Also while published documents refer to it. */
  force?: boolean | undefined;
}

export interface ContentUnpublishDocumentResult {
  document: Document;
}

export interface ContentUpdateDraftParams {
  /** Id of the document. */
  id: string;
  /** That came with the draft's state; another one is a conflict, and the draft is to be opened anew. */
  epoch: number;
  /** A Yjs update (version 1 encoding). */
  update: string;
  /** What the editor holds; one zero byte: nothing. */
  stateVector: string;
}

export interface ContentUpdateDraftResult {
  /** The document's draftVersion. */
  version: number;
  /** Whether publishing would accept the draft. */
  valid: boolean;
  issues: ContentIssue[];
  /** What the editor lacks, as a Yjs update. */
  update: string;
  /** What the service holds; what an editor has beyond it is to be sent again. */
  stateVector: string;
}

export interface ContentUpdateSettingsParams {
  /** Id of the project. */
  projectId: string;
  /** What others fall back to; it is one of the locales. */
  defaultLocale?: string | undefined;
  /** All of them: those that are left out go. */
  locales?: readonly {
    code: string;
    /** Default: the code. */
    title?: string | undefined;
    fallback?: string | null | undefined;
    required?: boolean | undefined;
  }[] | undefined;
  /** How documents are translated by machine. */
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
  /** The type's latestVersion; another one is a conflict. */
  baseVersion: number;
  /** What editors read. */
  title?: string | undefined;
  /** What editors read beside the title. */
  description?: string | null | undefined;
  /** All fields: those that are left out are removed. */
  fields?: readonly {
    /** Not and, or, not, id. */
    name: string;
    /** What editors read. */
    title: string;
    /** For editors. */
    description?: string | undefined;
    type: "string" | "text" | "number" | "boolean" | "datetime" | "portableText" | "media" | "reference" | "object" | "array";
    /** Publishing needs a value. */
    required?: boolean | undefined;
    /** A value for each locale. Of string, text, portableText, media; not inside an array. */
    localized?: boolean | undefined;
    /** Of string, text. */
    maxLength?: number | undefined;
    /** Of string: the values it may have. */
    enum?: readonly string[] | undefined;
    /** Of number. */
    integer?: boolean | undefined;
    /** Of number. */
    min?: number | undefined;
    /** Of number. */
    max?: number | undefined;
    /** Of media. */
    accept?: readonly ("image" | "video" | "audio")[] | undefined;
    /** Of reference, required: names of content types that exist, or of this one. */
    to?: readonly string[] | undefined;
    /** Of object, required: definitions like this one, 3 levels deep. */
    fields?: readonly Record<string, unknown>[] | undefined;
    /** Of array, required: a definition without name, of any type but array. */
    of?: Record<string, unknown> | undefined;
  }[] | undefined;
  /** null: none. */
  titleField?: string | null | undefined;
}

export interface ContentUpdateTypeResult {
  contentType: ContentType;
}

export interface DeliveryCreateTokenParams {
  /** Id of the project. */
  projectId: string;
  /** What the list of tokens calls it. */
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
  /** Fields to keep, by commas; system fields are always there. */
  select?: string | undefined;
  /** References to replace by their documents, by commas: `author`, `author.company`. */
  expand?: string | undefined;
  /** How many references a path of expand may go through. */
  expandDepth?: number | undefined;
  /** Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Default: the project's; `*` gives maps by locale. */
  locale?: string | undefined;
}

export interface DeliveryGetDocumentResult {
  document: DeliveredDocument;
}

export interface DeliveryGraphqlParams {
  /** Id of the project. */
  projectId: string;
  /** Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Required unless extensions name a persisted query. */
  query?: string | undefined;
  /** Values of the query's variables, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Which operation of the query is run; needed where it has several. */
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
  /** Fields by commas, `-field` descending. Default: -_createdAt. */
  sort?: string | undefined;
  /** Fields to keep, by commas; system fields are always there. */
  select?: string | undefined;
  /** References to replace by their documents, by commas: `author`, `author.company`. */
  expand?: string | undefined;
  /** How many references a path of expand may go through. */
  expandDepth?: number | undefined;
  /** Default: drafts for preview tokens, published for others. */
  perspective?: "published" | "drafts" | undefined;
  /** Default: the project's; `*` gives maps by locale. */
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
    /** Read when this one is empty; null: the default locale. */
    fallback: string | null;
    /** Whether publishing needs the required localized fields in it. */
    required: boolean;
  }[];
  defaultLocale: string;
  total: number;
}

export interface DeliveryPersistedGraphqlParams {
  /** Id of the project. */
  projectId: string;
  /** JSON: `{"persistedQuery":{"version":1,"sha256Hash":"…"}}`. */
  extensions: string;
  /** JSON: an object. */
  variables?: string | undefined;
  /** Which operation of the query is run; needed where it has several. */
  operationName?: string | undefined;
  /** Default: drafts for preview tokens, published for others. */
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
  /** Model id. */
  model: string;
  /** Parameters; `kind` must equal the model's kind. */
  params: GenerationParams;
  /** Bill and scope the job to this project. */
  projectId?: string | null | undefined;
  /** Cut attribution; only with projectId. */
  cutId?: string | null | undefined;
}

export interface GenerationCreateResult {
  job: Job;
  estimatedCredits: number;
}

export interface GenerationEstimateParams {
  /** Model id. */
  model?: string | undefined;
  /** Parameters; `kind` must equal the model's kind. */
  params?: GenerationParams | undefined;
  /** Bill and scope the job to this project. */
  projectId?: string | null | undefined;
  /** Cut attribution; only with projectId. */
  cutId?: string | null | undefined;
  /** Instead of model and params: price a run of this Application. */
  applicationId?: string | undefined;
  /** For inputKind image: between minImages and maxImages. */
  imageStorageIds?: readonly string[] | undefined;
  /** For inputKind video. */
  videoStorageId?: string | undefined;
  /** For inputKind audio. */
  audioStorageId?: string | undefined;
  /** Required where the model is billed by the duration of its source. */
  durationSeconds?: number | undefined;
  /** What the user wishes, trimmed to 2,000 characters; only where acceptsText is true. */
  text?: string | undefined;
  /** One of the Application's presets. */
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
  /** The operation's text. Required unless extensions name a persisted query. */
  query?: string | undefined;
  /** JSON: an object. */
  variables?: string | undefined;
  /** Which operation of the query is run; needed where it has several. */
  operationName?: string | undefined;
  /** JSON: an object. */
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
  /** The operation's text. Required unless extensions name a persisted query. */
  query?: string | undefined;
  /** Values of the query's variables, by name. */
  variables?: Record<string, unknown> | null | undefined;
  /** Which operation of the query is run; needed where it has several. */
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
  /** Credits to grant; to take where it is negative. */
  deltaCredits: number;
  /** Why: the account reads it in its ledger. */
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
  /** Only this action. */
  action?: string | undefined;
  /** Only what was done to this. */
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
  /** A suspended account reads, and does nothing else. */
  suspended?: boolean | undefined;
  /** Whether the address counts as confirmed. */
  emailVerified?: boolean | undefined;
  /** Whether it operates this deployment. */
  operator?: boolean | undefined;
  /** false switches a feature off for the account. */
  features?: {
    generation?: boolean | undefined;
    transcription?: boolean | undefined;
  } | undefined;
}

export interface IdentityAdminUpdateAccountResult {
  account: AdminAccount;
}

export interface IdentityConfirmPasswordResetParams {
  /** The token in the link of the mail. */
  token: string;
  /** The new one: 8 to 200 characters. */
  password: string;
}

export interface IdentityConfirmPasswordResetResult {
  ok: true;
}

export interface IdentityCreateApiKeyParams {
  /** What the list of keys calls it. */
  name: string;
  /** What the key may do; `:rw` of an area includes its `:read`. */
  scopes: readonly ("content:read" | "content:rw" | "media:read" | "media:rw" | "integrations:read" | "integrations:rw" | "generation:read" | "generation:rw" | "workflows:read" | "workflows:rw" | "cuts:read" | "cuts:rw" | "projects:read" | "projects:rw" | "plugins:read" | "plugins:rw" | "community:read" | "community:rw" | "build:read" | "build:rw" | "agents:read" | "agents:rw" | "account:read" | "account:rw")[];
  /** What it may spend; a key that has a limit makes no keys. */
  budget?: {
    /** Most credits of a UTC day; 0 lets nothing be spent. */
    dailyCredits?: number | null | undefined;
    /** Most credits in all, counted while a limit stands. */
    totalCredits?: number | null | undefined;
    /** The only project whose work may spend; the default project stands for work that names none. */
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
  /** A project that the account owns; left out: everything of the account. */
  projectId?: string | null | undefined;
  /** Only this action. */
  action?: string | undefined;
  /** Only what was done to this. */
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
  /** The address of the account. */
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
  /** The address of the account. */
  email: string;
  /** Its password. */
  password: string;
}

export interface IdentitySignInResult {
  user: SessionUser;
}

export interface IdentitySignOutResult {
  ok: true;
}

export interface IdentitySignUpParams {
  /** The address to sign in with; a mail confirms it. */
  email: string;
  /** 8 to 200 characters. */
  password: string;
  /** What others read beside the address. */
  name?: string | null | undefined;
}

export interface IdentitySignUpResult {
  user: SessionUser;
}

export interface IdentityUpdateApiKeyParams {
  /** Id of the api key. */
  id: string;
  /** What the key may spend; null takes the limits away. */
  budget: {
    /** Most credits of a UTC day; 0 lets nothing be spent. */
    dailyCredits?: number | null | undefined;
    /** Most credits in all, counted while a limit stands. */
    totalCredits?: number | null | undefined;
    /** The only project whose work may spend; the default project stands for work that names none. */
    projectId?: string | null | undefined;
  } | null;
}

export interface IdentityUpdateApiKeyResult {
  apiKey: ApiKey;
}

export interface IdentityUpdateOauthGrantParams {
  /** Id of the grant. */
  id: string;
  /** What the agent may spend; null takes the limits away. */
  budget: {
    /** Most credits of a UTC day; 0 lets nothing be spent. */
    dailyCredits?: number | null | undefined;
    /** Most credits in all, counted while a limit stands. */
    totalCredits?: number | null | undefined;
    /** The only project whose work may spend; the default project stands for work that names none. */
    projectId?: string | null | undefined;
    /** The agent asks the person before a call that spends more; 0: before each that spends. */
    askAboveCredits?: number | null | undefined;
  } | null;
}

export interface IdentityUpdateOauthGrantResult {
  grant: OauthGrant;
}

export interface IdentityVerifyEmailParams {
  /** The token in the link of the mail. */
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
  /** Whether jobs may name it. */
  enabled?: boolean | null | undefined;
  /** What it costs, as a whole. */
  pricing?: {
    creditsPerSecond?: Record<string, number> | undefined;
    creditsPerImage?: Record<string, number> | undefined;
    creditsPerRun?: number | undefined;
    creditsPerThousandChars?: number | undefined;
  } | null | undefined;
  /** Whether it is open to paying accounts only. */
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
  /** One process; all that apply when left out. */
  node?: string | undefined;
}

export interface OperationsLoadServiceResult {
  ok: true;
  nodes: string[];
}

export interface OperationsNodesResult {
  nodes: Node[];
  /** Ids of processes that do not answer within 2 s, or that went within ten minutes without a word. */
  silent: string[];
}

export interface OperationsPluginsResult {
  plugins: Plugin[];
  /** Ids of processes that do not answer within 2 s, or that went within ten minutes without a word. */
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
  /** One process; all that apply when left out. */
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
  /** One process; all that apply when left out. */
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
  /** A new UUID, chosen by the client. */
  id: string;
  /** What members read. */
  name: string;
}

export interface ProjectsCreateResult {
  project: Project;
  /** Owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** What may be spent in it, where it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** When the daily limit counts anew; null without one. */
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
  /** Owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** What may be spent in it, where it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** When the daily limit counts anew; null without one. */
    renewsAt: string | null;
  };
}

export interface ProjectsInviteParams {
  /** Id of the project. */
  id: string;
  /** Whom to invite; there need not be an account yet. */
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
  /** What members read. */
  name?: string | undefined;
  /** What the project is for. */
  description?: string | null | undefined;
  /** A committed image that the caller can read. */
  avatarStorageId?: string | null | undefined;
  /** What all members' work may spend; null takes the limits away. Not for the default project. */
  budget?: {
    /** Most credits of a UTC day; 0 lets nothing be spent. */
    dailyCredits?: number | null | undefined;
    /** Most credits in all, counted while a limit stands. */
    totalCredits?: number | null | undefined;
  } | null | undefined;
}

export interface ProjectsUpdateResult {
  project: Project;
  /** Owner first, then by the time of joining. */
  members: ProjectMember[];
  /** Pending invites, newest first; for the owner only. */
  invites?: ProjectInvite[];
  /** What may be spent in it, where it has a limit; for the owner only. */
  budget?: {
    dailyCredits: number | null;
    totalCredits: number | null;
    usedToday: number;
    usedInAll: number;
    /** When the daily limit counts anew; null without one. */
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
  /** Of all entries, not of the page; the largest first. */
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
  /** What a download of it is called. */
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
    /** Pixels as it is shown, of images and videos; absent until it was measured. */
    width?: number;
    height?: number;
    /** Of sound and videos whose files say it; absent until it was measured. */
    durationSeconds?: number;
    /** Of a single object, while everybody may read it at this address; lists leave it out. */
    publicUrl?: string;
    createdAt: string;
    addedByUserId: string;
  }[];
  /** After the filter by kind. */
  total: number;
}

export interface StoragePublishParams {
  /** Id of the file. */
  storageId: string;
  /** Takes the permanent address back. */
  unpublish?: boolean | undefined;
}

export interface StoragePublishResult {
  storageId: string;
  publicUrl: string | null;
}

export interface StorageTicketParams {
  /** The media type of the file, such as `image/png`. */
  contentType: string;
  /** How many bytes the file has; a longer one is removed. */
  sizeBytes: number;
  /** What a download of it is called. */
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
  /** A committed audio or video object that the caller can read. */
  storageId: string;
  /** How much of the recording is transcribed, from its beginning. */
  durationSeconds: number;
  /** What is spoken, as BCP-47. Left out: it is detected. */
  language?: string | null | undefined;
  /** Bill this shared project. */
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
  /** `srt` and `vtt` are subtitles. */
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
  /** A text model for this run. Default: the project's choice. */
  model?: string | undefined;
}

export interface TranslationPreviewResult {
  documents: number;
  values: number;
  languages: number;
  credits: number;
  /** False: the project is too large to read all of its documents; some count with the average of the others. */
  exact: boolean;
}

export interface TranslationStartParams {
  /** Id of the project. */
  projectId: string;
  /** A text model for this run. Default: the project's choice. */
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
  /** Paths of localized fields, as in `title` or `seo.description`. Default: all. */
  fields?: readonly string[] | undefined;
  /** Default: the project's default locale. */
  sourceLocale?: string | undefined;
  /** `missing`: empty values only. `outdated`: also machine translations whose source changed. `all`: everything, also what people wrote. */
  mode?: "missing" | "outdated" | "all" | undefined;
  /** A text model for this run. Default: the project's choice. */
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
  /** What the list of webhooks calls it. */
  name: string;
  /** A public https address. */
  url: string;
  /** Which events are sent. */
  events: readonly ("document.publish" | "document.unpublish" | "document.delete")[];
  /** Whether it sends. */
  enabled?: boolean | undefined;
}

export interface WebhooksCreateResult {
  webhook: Webhook;
  /** `whsec_` and base64: keys the signatures; shown once. */
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
  /** What the list of webhooks calls it. */
  name?: string | undefined;
  /** A public https address. */
  url?: string | undefined;
  /** Which events are sent, all of them. */
  events?: readonly ("document.publish" | "document.unpublish" | "document.delete")[] | undefined;
  /** Whether it sends. */
  enabled?: boolean | undefined;
  /** Answers a new secret, once; the old one signs nothing any more. */
  rotateSecret?: boolean | undefined;
}

export interface WebhooksUpdateResult {
  webhook: Webhook;
  /** `whsec_` and base64: keys the signatures; shown once. */
  secret?: string;
}

export interface WorkflowsCreateParams {
  /** Default: an empty one. A run takes 2000 nodes at most. */
  graph?: {
    nodes: readonly {
      id: string;
      type: string;
      x: number;
      y: number;
      /** What the node's type takes; docs/nodes.md. Kept as it is. */
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
  /** In place of graph: a template of GET /v1/workflow-templates, with its name. */
  templateId?: string | undefined;
  /** Default: Untitled Workflow. */
  name?: string | undefined;
  /** A shared project; default: the caller's own default project. */
  projectId?: string | null | undefined;
}

export interface WorkflowsCreateResult {
  workflow: Workflow;
}

export interface WorkflowsCreateTriggerParams {
  /** Id of the workflow. */
  id: string;
  /** Runs at times. */
  schedule?: {
    /** Five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks leaves out comes right after the gap, one that comes twice counts the first time. */
    timeZone?: string | undefined;
  } | undefined;
  /** Runs when a document of a type is published; not by what a run publishes. A project has at most 20 that are enabled. */
  event?: {
    type: string;
    /** Id of a node that takes text: its run is given the document as JSON, with `_id` and `_version`. */
    documentInput?: string | undefined;
  } | undefined;
  /** Runs when its address is called. */
  inbound?: Record<string, never> | undefined;
  /** What its runs are given, as of execute. */
  inputs?: Record<string, unknown> | undefined;
  /** The shared project whose owner's credits a personal workflow takes. */
  projectId?: string | null | undefined;
  /** What runs that it starts on one day (UTC) may spend together. A node that costs more than what is left fails. */
  dailyCredits: number;
  /** Whether it starts runs. */
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
  /** By node id: `{ text }` for prompt and generateText nodes, `{ storageId }` for imageInput and videoInput. */
  inputs?: Record<string, unknown> | undefined;
  /** Take over what equal nodes of earlier runs gave, at no cost: `cached: true`. Equal are type, version, settings, models and contents of the inputs, of the same payer and project. */
  reuse?: boolean | undefined;
  /** The shared project whose owner's credits a run of a personal workflow takes; a project's workflow runs in it. */
  projectId?: string | null | undefined;
}

export interface WorkflowsEstimateResult {
  estimatedCredits: number;
  /** Of the account whose credits it would take. */
  remainingCredits: number;
  affordable: boolean;
  nodes: {
    nodeId: string;
    type: string;
    estimatedCredits: number | null;
    exact: boolean;
    /** It pays for more than its price, as a translation does: how much is known only afterwards. */
    unpriced?: boolean;
    /** An earlier result would be taken over. */
    cached?: boolean;
  }[];
}

export interface WorkflowsExecuteParams {
  /** Id of the workflow. */
  id: string;
  /** By node id: `{ text }` for prompt and generateText nodes, `{ storageId }` for imageInput and videoInput. */
  inputs?: Record<string, unknown> | undefined;
  /** Answer when the run has ended, after 300 s at most. */
  wait?: boolean | undefined;
  /** Take over what equal nodes of earlier runs gave, at no cost: `cached: true`. Equal are type, version, settings, models and contents of the inputs, of the same payer and project. */
  reuse?: boolean | undefined;
  /** The shared project whose owner's credits a run of a personal workflow takes; a project's workflow runs in it. */
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
  /** Beside those of the trigger, and in their place. */
  inputs?: Record<string, unknown> | undefined;
  /** What the call is about: the same eventId starts one run. */
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
  /** ComfyUI's API format. */
  format: "comfyui";
  /** The nodes by id, as "Save (API format)" writes them. */
  prompt: Record<string, unknown>;
  /** The image model to use; default: the first of the catalog. */
  model?: string | undefined;
  /** What lists call it. */
  name?: string | undefined;
  /** A shared project; default: the caller's own default project. */
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
  /** `updated` and `created`: newest first. `name`: alphabetical. */
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
  /** A run takes 2000 nodes at most. */
  graph?: {
    nodes: readonly {
      id: string;
      type: string;
      x: number;
      y: number;
      /** What the node's type takes; docs/nodes.md. Kept as it is. */
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
  /** What lists call it. */
  name?: string | undefined;
  /** The `updatedAt` of what the change was made on: answered with `conflict` when the workflow was changed since. */
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
  /** Runs at times. */
  schedule?: {
    /** Five fields, or six with seconds first: `0 9 * * 1-5`. */
    cron: string;
    /** An IANA time zone. A time that a change of clocks leaves out comes right after the gap, one that comes twice counts the first time. */
    timeZone?: string | undefined;
  } | undefined;
  /** Runs when a document of a type is published; not by what a run publishes. A project has at most 20 that are enabled. */
  event?: {
    type: string;
    /** Id of a node that takes text: its run is given the document as JSON, with `_id` and `_version`. */
    documentInput?: string | undefined;
  } | undefined;
  /** What its runs are given, as of execute. */
  inputs?: Record<string, unknown> | undefined;
  /** What runs that it starts on one day (UTC) may spend together. A node that costs more than what is left fails. */
  dailyCredits?: number | undefined;
  /** Whether it starts runs. */
  enabled?: boolean | undefined;
  /** Gives an inbound trigger a new address; the old one ends. */
  rotateUrl?: boolean | undefined;
}

export interface WorkflowsUpdateTriggerResult {
  trigger: WorkflowTrigger;
}
