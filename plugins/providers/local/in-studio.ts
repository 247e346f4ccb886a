import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Limits, makeWorkFolder, studio, StudioError } from "../../../runtime/process/studio/index.js";
import type { ProviderContext, ProviderJob, ProviderOutput } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";

/** What a script of `local` has written. */
export interface MadeFile {
  contentType: string;
  path: string;
  /** What there is to know of it. */
  metadata?: Readonly<Record<string, unknown>>;
}

export interface StudioOrder {
  script: string;
  data: unknown;
  limits: Limits;
}

/** A job of `local` at work: a folder of its own, and the studio's processes for it. */
export class JobInStudio {
  readonly folder: string;
  readonly #job: ProviderJob;
  readonly #ctx: ProviderContext;

  private constructor(folder: string, job: ProviderJob, ctx: ProviderContext) {
    this.folder = folder;
    this.#job = job;
    this.#ctx = ctx;
  }

  /** Does a job in a folder of its own, which goes with the last result that was read. */
  static async run(
    parent: string,
    job: ProviderJob,
    ctx: ProviderContext,
    work: (own: JobInStudio) => Promise<readonly MadeFile[]>,
  ): Promise<ProviderOutput[]> {
    ctx.signal.throwIfAborted();
    const folder = await makeWorkFolder(parent);
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      const files = await work(new JobInStudio(folder, job, ctx));
      let left = files.length;
      return files.map(({ contentType, path, metadata }) => {
        const body = createReadStream(path);
        body.once("close", () => {
          left -= 1;
          if (left === 0) void remove().catch(() => {});
        });
        return { contentType, body, ...(metadata && { metadata }) };
      });
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Copies an input into the folder. Throws `invalid_params` for another kind of file, or one too large. */
  async bring(storageId: string, name: string, rule: InputRule): Promise<string> {
    const input = await this.#ctx.input(storageId);
    if (!rule.kinds.includes(input.contentType.split("/")[0] ?? ""))
      throw invalid(`${rule.field} must be ${rule.what}, not ${input.contentType}.`);
    if (input.sizeBytes > rule.maxBytes)
      throw invalid(`${rule.field} is larger than the ${rule.maxBytes / 2 ** 20} MB that local models read.`);
    const path = join(this.folder, name);
    await pipeline(await input.stream(), createWriteStream(path), { signal: this.#ctx.signal });
    return path;
  }

  /**
   * Gives what the script gives. What it refuses, and what takes more than its limits or breaks its process, is `invalid_params`
   * of the named field; without a field (no untrusted input is read) it is a fault of ours.
   */
  async do<T>({ script, data, limits }: StudioOrder, field: string | null): Promise<T> {
    try {
      const { signal } = this.#ctx;
      const account = this.#job.payer ?? this.#job.id;
      const progress = (fraction: number) => this.#ctx.progress?.({ progress: fraction });
      return (await studio.run({ script, data, limits, signal, account, progress, lane: "long" })) as T;
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      if (error.fault === "refused" && field === "prompt")
        throw new ProviderError("invalid_params", `${field} cannot be used: ${error.message}.`, {
          cause: error,
        });
      if (field === null || field === "prompt" || !error.isOfInput)
        throw new ProviderError("unknown", `local could not make this: ${error.message}.`, { cause: error });
      throw new ProviderError("invalid_params", `${field} cannot be decoded: ${error.message}.`, {
        cause: error,
      });
    }
  }
}

export interface InputRule {
  /** Names it in a refusal. */
  field: string;
  kinds: readonly string[];
  /** `an image` */
  what: string;
  maxBytes: number;
}

const invalid = (message: string) => new ProviderError("invalid_params", message);
