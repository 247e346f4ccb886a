import type { FileHandle } from "node:fs/promises";
import { Writable } from "node:stream";
import { callbackify } from "node:util";
import { TooManyBytes } from "../../kit/storage-driver.js";

type Done = (error?: Error | null) => void;

const settle = (work: Promise<void>, done: Done): void => callbackify(() => work)((error) => done(error));

/** Chunks wait here while the disk is busy and then go out in one call; the most memory that an upload takes. */
const BUFFERED_BYTES = 2 * 1024 * 1024;
/** Dirty pages are sent to the disk on the way, so that the sync at the end is short. */
const FLUSH_EVERY_BYTES = 16 * 1024 * 1024;

/** Frees a buffer's memory at once; one that is a part of a larger memory stays. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Writes a stream to an open file and counts it; errors with TooManyBytes before a byte beyond the limit is written. */
export class FileSink extends Writable {
  bytes = 0;
  /**
   * True: nobody else looks at the chunks, so their memory is given back once it is written. Left to the
   * garbage collector, a fast upload starts a full collection of the whole heap every 20 MB, which halves
   * its speed (docs/benchmarks.md).
   */
  ownsChunks = false;
  readonly #handle: FileHandle;
  readonly #maxBytes: number;
  #flushedAt = 0;
  #flushing: Promise<void> | null = null;

  constructor(handle: FileHandle, maxBytes: number) {
    super({ highWaterMark: BUFFERED_BYTES });
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    settle(this.#take([chunk]), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    settle(this.#take(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: Done): void {
    settle(this.#finish(), done);
  }

  /** The handle is the owner's to close, once nothing of this writes to it any more. */
  override _destroy(error: Error | null, done: Done): void {
    callbackify(() => this.#settled())(() => done(error));
  }

  async #settled(): Promise<void> {
    await this.#flushing;
  }

  async #finish(): Promise<void> {
    await this.#flushing;
    await this.#handle.sync();
  }

  async #take(buffers: Buffer[]): Promise<void> {
    const size = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    if (this.bytes + size > this.#maxBytes) throw new TooManyBytes();
    const { bytesWritten } = await this.#handle.writev(buffers);
    // The system may take less than it was given.
    if (bytesWritten < size) await this.#writeRest(Buffer.concat(buffers).subarray(bytesWritten));
    this.bytes += size;
    if (this.ownsChunks) buffers.forEach(giveBack);
    if (this.bytes - this.#flushedAt >= FLUSH_EVERY_BYTES && this.#flushing === null) this.#flush();
  }

  async #writeRest(rest: Buffer): Promise<void> {
    for (let at = 0; at < rest.length;) at += (await this.#handle.write(rest, at)).bytesWritten;
  }

  #flush(): void {
    this.#flushedAt = this.bytes;
    this.#flushing = this.#handle.datasync().then(
      () => void (this.#flushing = null),
      // The sync at the end reports it.
      () => void (this.#flushing = null),
    );
  }
}
