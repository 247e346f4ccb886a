import type { Readable } from "node:stream";
import type { InputLimit } from "../../contracts/input-limit.js";
import type { Model } from "../../contracts/models.js";

/** A model as a provider declares it; the catalog adds `provider` and `enabled`. */
export type ProviderModel = Omit<Model, "provider" | "enabled">;

/**
 * JSON of at most 65,536 bytes, which Kiln stores and passes to later polls, in this process or another one.
 */
export type Handle = {
  readonly [key: string]: string | number | boolean | null | readonly string[];
};

/**
 * One result file. Kiln fetches a `URL` from public addresses and from `resultOrigins`, and reads a stream
 * once.
 */
export interface ProviderOutput {
  contentType: string;
  body: Buffer | Readable | URL;
  /**
   * Facts about the file, at most 65,536 bytes as JSON; the caller reads them in the job's `resultMetadata`.
   */
  metadata?: Readonly<Record<string, unknown>>;
}

/** The progress that an upstream reports. */
export interface ProviderPhase {
  /** A number from 0 to 1; null or left out when the upstream does not say. */
  progress?: number | null;
  /**
   * The number of jobs that the upstream does first; null or left out when there is none or it does not say.
   */
  queuePosition?: number | null;
}

/**
 * The answer of a submit or a poll. A job that is `pending` is stored and polled again after `pollAfterMs`,
 * but not within 200 ms. A failure is thrown as ProviderError and never returned. Any other answer fails the
 * job at once.
 */
export type ProviderProgress =
  | ({ state: "pending"; handle: Handle; pollAfterMs: number } & ProviderPhase)
  | { state: "succeeded"; outputs: readonly ProviderOutput[] };

/** A media input of a job. A provider may read it any number of times. */
export interface ProviderInput {
  storageId: string;
  contentType: string;
  sizeBytes: number;
  /** The name with which the file was uploaded; null or left out when it has none. */
  filename?: string | null;
  /** Reads the file piece by piece, which takes no memory worth mentioning. */
  stream(): Promise<Readable>;
  /**
   * Reads the whole file into memory. Throws `invalid_params` for one of more than `maxBytes`, or of more than
   * 64 MB. All jobs of a process share the memory until their calls end, so a call may wait for it, and one
   * that has read a file already fails with `rate_limited`, to be tried again, where there is none left.
   */
  bytes(maxBytes: number): Promise<Buffer>;
  /** A signed URL that an upstream service may fetch. */
  url(): Promise<string>;
}

export interface ProviderJob {
  /** The same for every attempt at this job; send it upstream as the idempotency key. */
  id: string;
  model: ProviderModel;
  /** An opaque id of the account that pays, for a provider that lets payers take turns. */
  payer?: string;
  /**
   * The parameters, which were checked against the model's capabilities. `ctx.input` resolves ids of media.
   */
  params: Readonly<Record<string, unknown>>;
}

export interface ProviderContext {
  /**
   * Aborts when the job is canceled, the lease is lost, the process drains, or the call takes longer than
   * UPSTREAM_TIMEOUT_SECONDS.
   */
  signal: AbortSignal;
  input(storageId: string): Promise<ProviderInput>;
  /**
   * Does work that comes before anything is sent to the upstream, such as cutting a file, and returns its result.
   * The time of this work does not count as the upstream's, and a submit that ends during it may be made again.
   * Rejects if the call is over by the end of the work. Conformance tests leave it out.
   */
  beforeSending?<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Tells callers the progress of a `submit` that works for long before it answers. Without it nobody is
   * told.
   */
  progress?(phase: ProviderPhase): void;
}

/**
 * Extension point `modelProvider`: turns parameters into media. A ProviderError that it throws classifies the
 * failure; any other error counts as `unknown`, not retryable. A provider tries once: retries, backoff and
 * the circuit are Kiln's. It never sees the database.
 */
export interface ModelProvider {
  /** A slug: the `provider` of its models, and its key in the health answer. */
  id: string;
  /** Read once, when the provider is opened, as all that it declares. */
  models: readonly ProviderModel[];
  /**
   * Whether a submit whose outcome is unknown, because the process died in between, may be repeated: `once`
   * for cheap or local calls, `never` where a repeat would make and bill the work twice.
   */
  resubmit: "once" | "never";
  /**
   * The seconds for which a job may be `pending`; 24 hours when left out. After that it fails, and `cancel`
   * tells the upstream to stop.
   */
  deadlineSeconds?: number;
  /**
   * Origins (`https://host:port`) that the operator's own configuration names, such as that of a base URL.
   * Results may be fetched from them although they lie in a private network. Any other address of a result is
   * fetched like an import: by https, and from no private address.
   */
  resultOrigins?: readonly string[];
  /**
   * What models take of a job's files, by the ids of the models. Jobs with more are refused before they are
   * charged. Without it, files have 2 GB together.
   */
  inputLimits?: Readonly<Record<string, InputLimit>>;
  /** The most jobs of one kind that a process does at once; 16 when left out. */
  concurrency?: number;
  /** The most of them for one payer; without it there is no such limit. */
  perPayer?: number;
  submit(job: ProviderJob, ctx: ProviderContext): Promise<ProviderProgress>;
  /** Required if `submit` may answer `pending`. */
  poll?(handle: Handle, job: ProviderJob, ctx: ProviderContext): Promise<ProviderProgress>;
  /**
   * Tells the upstream to stop. It is called up to three times while it fails; its errors are logged and
   * change nothing.
   */
  cancel?(handle: Handle, job: ProviderJob): Promise<void>;
  /**
   * Frees what the driver uses. Kiln calls it once, after the last call and the streams that it returned have
   * ended: when another version takes the driver's place, when the plugin is removed or switched off, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
