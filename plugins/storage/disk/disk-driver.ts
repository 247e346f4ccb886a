import { open, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type {
  ByteRange,
  SignedPut,
  StorageDriver,
  StoredFile,
  WriteOptions,
} from "../../kit/storage-driver.js";
import { safeFilename } from "../../kit/content-disposition.js";
import { FileSink } from "./file-sink.js";
import { describe, isMissing, type Folder, type Temporary } from "./folder.js";
import type { UrlSigner } from "./sign-url.js";

const READ_CHUNK_BYTES = 256 * 1024;

export interface OpenedFile extends StoredFile {
  /** Closes the file when it ends, and when it is destroyed. */
  stream(range?: ByteRange): Readable;
  close(): Promise<void>;
}

export interface NewFile {
  key: string;
  maxBytes: number;
  open(): Promise<Temporary>;
  fill(sink: FileSink, temporary: string): Promise<void>;
  place(temporary: string): Promise<void>;
}

/** Bytes in a folder, which several processes may share. */
export class DiskDriver implements StorageDriver {
  readonly #folder: Folder;
  readonly #signer: UrlSigner;
  readonly #onClose: () => void;

  constructor(folder: Folder, signer: UrlSigner, onClose: () => void = () => {}) {
    this.#folder = folder;
    this.#signer = signer;
    this.#onClose = onClose;
  }

  async close(): Promise<void> {
    this.#onClose();
  }

  write(key: string, body: Readable, options: WriteOptions): Promise<StoredFile> {
    const { maxBytes = Number.MAX_SAFE_INTEGER, signal, ownsChunks = false } = options;
    const fill = (sink: FileSink) => {
      sink.ownsChunks = ownsChunks;
      return pipeline(body, sink, signal === undefined ? {} : { signal });
    };
    return this.store({
      key,
      maxBytes,
      open: () => this.#folder.openTemporary(key),
      fill,
      place: (temporary) => this.#folder.place(temporary, key),
    });
  }

  /** Fills a temporary file, syncs it, and puts it where `place` says; whatever fails leaves nothing behind. */
  async store({ key, maxBytes, open: openFile, fill, place }: NewFile): Promise<StoredFile> {
    this.#folder.pathOf(key);
    const { path, handle } = await openFile();
    try {
      const stored = await fillFile({ path, handle }, maxBytes, fill);
      await place(path);
      return stored;
    } catch (error) {
      await this.#folder.remove(path);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    return (await this.open(key))?.stream(range) ?? null;
  }

  /** One open file, so that its description and its bytes belong together while others replace it. */
  async open(key: string): Promise<OpenedFile | null> {
    const handle = await open(this.#folder.pathOf(key), "r").catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (handle === null) return null;
    try {
      return {
        ...describe(await handle.stat({ bigint: true })),
        stream: (range) => handle.createReadStream({ highWaterMark: READ_CHUNK_BYTES, ...range }),
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      return describe(await stat(this.#folder.pathOf(key), { bigint: true }));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  delete(key: string): Promise<void> {
    return this.#folder.delete(key);
  }

  async signPut(
    key: string,
    options: { contentType: string; maxBytes: number; expiresAt: number },
  ): Promise<SignedPut> {
    this.#folder.pathOf(key);
    return { url: this.#signer.upload({ key, ...options }) };
  }

  async signGet(
    key: string,
    options: { contentType: string; filename: string | null; expiresAt: number },
  ): Promise<string> {
    this.#folder.pathOf(key);
    return this.#signer.read({
      key,
      ...options,
      filename: options.filename === null ? null : safeFilename(options.filename),
    });
  }
}

async function fillFile(
  { path, handle }: Temporary,
  maxBytes: number,
  fill: NewFile["fill"],
): Promise<StoredFile> {
  try {
    await fill(new FileSink(handle, maxBytes), path);
    return describe(await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}
