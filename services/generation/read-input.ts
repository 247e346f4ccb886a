import type { Readable } from "node:stream";
import { signMedia } from "../../contracts/storage.js";
import type { ProviderInput } from "../../plugins/kit/model-provider.js";
import { systemMeta } from "../../runtime/actions/context.js";
import { currentCaller } from "../../runtime/concurrency/current-call.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
import { outsidePlugins } from "../../runtime/plugins/plugin-context.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { InputRoom, MOST_IN_MEMORY } from "./input-room.js";

export type InputHost = Pick<Host, "call" | "storage" | "plugins">;

/** The files that one call of a provider reads. */
export class CallInputs {
  readonly #host: InputHost;
  readonly #signal: AbortSignal;
  readonly #account = currentCaller() ?? "";
  readonly #taken: (() => void)[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(host: InputHost, signal: AbortSignal) {
    this.#host = host;
    this.#signal = signal;
  }

  open(storageId: string): Promise<ProviderInput> {
    return outsidePlugins(() => this.#open(storageId.toLowerCase()));
  }

  /** Gives back the memory of the files that were read as a whole. */
  end(): void {
    this.#isOver = true;
    for (const give of this.#taken.splice(0)) give();
  }

  async #open(storageId: string): Promise<ProviderInput> {
    const { objects } = await this.#host.call(signMedia, { storageIds: [storageId] }, systemMeta(storageId));
    const [object] = objects;
    const stored = await this.#host.storage.stat(storageId);
    if (!object || stored === null) throw deleted();
    const stream = async (): Promise<Readable> => {
      const body = await this.#host.storage.read(storageId);
      if (body === null) throw deleted();
      return body;
    };
    const { sizeBytes } = stored;
    return {
      storageId,
      contentType: object.contentType,
      sizeBytes,
      filename: object.filename,
      stream,
      bytes: (maxBytes) => this.#inTurn(() => this.#read({ sizeBytes, stream }, maxBytes)),
      url: async () => object.url,
    };
  }

  /** Reads one file after the other, so that a call that waits for memory has none. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #read(
    { sizeBytes, stream }: Pick<ProviderInput, "sizeBytes" | "stream">,
    maxBytes: number,
  ): Promise<Buffer> {
    if (typeof maxBytes !== "number" || Number.isNaN(maxBytes))
      throw new TypeError("bytes() takes the most bytes that the provider reads.");
    const most = Math.min(maxBytes, MOST_IN_MEMORY);
    if (sizeBytes > most)
      throw new OwnFailure(
        "invalid_params",
        `A file of this job has ${sizeBytes} bytes; at most ${most} are read.`,
      );
    const room = processWide(this.#host.plugins, "generation.input-room", () => new InputRoom());
    const mayWait = this.#taken.length === 0;
    this.#taken.push(await room.take(this.#account, sizeBytes, { signal: this.#signal, mayWait }));
    if (this.#isOver) {
      // The provider has answered without waiting for this file.
      this.end();
      throw new OwnFailure("unknown", "The call is over.");
    }
    const bytes = Buffer.alloc(sizeBytes);
    let at = 0;
    for await (const chunk of (await stream()) as AsyncIterable<Uint8Array>) {
      if (at + chunk.length > sizeBytes) throw deleted();
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes.subarray(0, at);
  }
}

const deleted = (): OwnFailure => new OwnFailure("invalid_params", "An input of this job was deleted.");
