import type { Readable } from "node:stream";
import type { Model } from "../../contracts/models.js";

/** What a provider declares of a model; `provider` and `enabled` are filled in by the catalog. */
export type ProviderModel = Omit<Model, "provider" | "enabled">;

/** JSON that Kiln stores and hands back after a restart, in this process or another one. */
export type Handle = {
  readonly [key: string]: string | number | boolean | null | readonly string[];
};

/** One result file. A `URL` is fetched by Kiln, from public addresses and `resultOrigins`; a stream is read once. */
export interface ProviderOutput {
  contentType: string;
  body: Buffer | Readable | URL;
  /** What is worth knowing of it, as JSON: the caller reads it in the job's `resultMetadata`. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** How far an upstream says that it is. */
export interface ProviderPhase {
  /** From 0 to 1; left out or null: the upstream does not say. */
  progress?: number | null;
  /** How many jobs the upstream does first; left out or null: none, or it does not say. */
  queuePosition?: number | null;
}

/**
 * How far a job is. `pending` is stored and polled again after `pollAfterMs`, but never sooner than 200 ms after the
 * poll before; a failure is thrown as ProviderError, never returned. Any other answer fails the job at once.
 */
export type ProviderProgress =
  | ({ state: "pending"; handle: Handle; pollAfterMs: number } & ProviderPhase)
  | { state: "succeeded"; outputs: readonly ProviderOutput[] };

/** A media input of a job, readable as often as the provider likes. */
export interface ProviderInput {
  storageId: string;
  contentType: string;
  sizeBytes: number;
  /** As it was uploaded; null and left out where it has none. */
  filename?: string | null;
  stream(): Promise<Readable>;
  bytes(): Promise<Buffer>;
  /** A signed URL that an upstream service may fetch. */
  url(): Promise<string>;
}

export interface ProviderJob {
  /** The same for every attempt at this job: send it upstream as the idempotency key. */
  id: string;
  model: ProviderModel;
  /** Who pays, as an opaque id: work of several is done in turns. */
  payer?: string;
  /** Checked against the model's capabilities before; ids of media are resolved by `ctx.input`. */
  params: Readonly<Record<string, unknown>>;
}

export interface ProviderContext {
  /** Aborts when the job is canceled, the lease is lost or the process drains. */
  signal: AbortSignal;
  input(storageId: string): Promise<ProviderInput>;
  /** For a `submit` that works for long before it answers: tells callers how far it is. Left out: nobody is told. */
  progress?(phase: ProviderPhase): void;
}

/**
 * Extension point `modelProvider`: turns parameters into media.
 * Throwing ProviderError classifies the failure; anything else counts as `unknown`, not retryable.
 * Retries, backoff and the circuit belong to Kiln: a provider tries once.
 * A provider never sees the database.
 */
export interface ModelProvider {
  /** Slug; the `provider` of its models and its key in the health answer. */
  id: string;
  models: readonly ProviderModel[];
  /**
   * May a submit whose outcome is unknown (the process died in between) be repeated?
   * `once` for cheap or local calls; `never` where a repeat would make and bill the work twice.
   */
  resubmit: "once" | "never";
  /** How long a job may be `pending`; it fails then, and the upstream is told to stop. 24 hours when left out. */
  deadlineSeconds?: number;
  /**
   * Origins (`https://host:port`) of results that the operator's own configuration names, such as a base URL: they may lie in a
   * private network. Every other address of a result is fetched like an import: https, and no private address.
   */
  resultOrigins?: readonly string[];
  /** At most this many jobs of one kind at once in a process; 16 when left out. */
  concurrency?: number;
  /** At most this many of them of one payer; no limit of its own when left out. */
  perPayer?: number;
  submit(job: ProviderJob, ctx: ProviderContext): Promise<ProviderProgress>;
  /** Needed where `submit` may answer `pending`. */
  poll?(handle: Handle, job: ProviderJob, ctx: ProviderContext): Promise<ProviderProgress>;
  /** Best effort; errors are logged and change nothing. */
  cancel?(handle: Handle, job: ProviderJob): Promise<void>;
  /**
   * Called once, after the last call has ended and all that it gave to read: when another version takes its place, when
   * the plugin is removed, when the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
