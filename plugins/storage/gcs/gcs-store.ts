import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Bucket, type File, Storage, type StorageOptions } from "@google-cloud/storage";
import type { ObjectStore, SignedTimes } from "../../kit/object-store/object-store.js";
import type { ByteRange, StoredFile } from "../../kit/storage-driver.js";

type Env = Readonly<Record<string, string | undefined>>;

function makeStorage(env: Env): Storage {
  // A caller is told within 20 s that the store is away (decisions 2).
  const options: StorageOptions = { retryOptions: { autoRetry: true, maxRetries: 2, totalTimeout: 15 } };
  if (env.GOOGLE_APPLICATION_CREDENTIALS) options.keyFilename = env.GOOGLE_APPLICATION_CREDENTIALS;
  if (env.GCS_ENDPOINT) {
    options.apiEndpoint = env.GCS_ENDPOINT;
    // Emulators on plain http know no accounts; a private endpoint on https does.
    options.useAuthWithCustomEndpoint = env.GCS_ENDPOINT.startsWith("https:");
  }
  return new Storage(options);
}

/** Null for 404, and for 412, which says that another object is there by now. */
function orNull(error: unknown): null {
  const { code } = error as { code?: number | string };
  if (Number(code) === 404 || Number(code) === 412) return null;
  throw error;
}

/** A write makes a generation: a number of its own for each version of an object. */
const fileOf = ({ size, generation }: File["metadata"]): StoredFile => ({
  sizeBytes: Number(size ?? 0),
  etag: `"${generation}"`,
});

const generationOf = (etag: string): string => etag.replaceAll('"', "");

/** A bucket of Google Cloud Storage. */
export class GcsStore implements ObjectStore {
  readonly #bucket: Bucket;

  constructor(bucket: string, env: Env) {
    this.#bucket = makeStorage(env).bucket(bucket);
  }

  async put(name: string, body: Readable, contentType: string): Promise<{ etag: string }> {
    const file = this.#bucket.file(name);
    // One request: it is whole or not there, and nothing is kept in memory to be sent again.
    const sink = file.createWriteStream({ resumable: false, validation: false, metadata: { contentType } });
    await pipeline(body, sink);
    return { etag: fileOf(file.metadata).etag };
  }

  async mark(name: string): Promise<void> {
    await this.#bucket.file(name).save("", { resumable: false, validation: false });
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    const found = await this.head(name);
    if (found === null) return null;
    const file = this.#bucket.file(name, { generation: generationOf(found.etag) });
    return file.createReadStream({ validation: false, decompress: false, ...range });
  }

  async head(name: string): Promise<StoredFile | null> {
    const answer = await this.#bucket.file(name).getMetadata().catch(orNull);
    return answer === null ? null : fileOf(answer[0]);
  }

  async copy(from: string, to: string, etag: string): Promise<boolean> {
    const source = this.#bucket.file(from, { generation: generationOf(etag) });
    return (await source.copy(this.#bucket.file(to)).catch(orNull)) !== null;
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.file(name).delete({ ignoreNotFound: true });
  }

  async *listBefore(prefix: string, before: number): AsyncGenerator<string> {
    for await (const file of this.#bucket.getFilesStream({ prefix }) as AsyncIterable<File>)
      if (new Date(file.metadata.updated ?? 0).getTime() < before) yield file.name;
  }

  async signPut(
    name: string,
    { contentType, sizeBytes, signedAt, expiresAt }: SignedTimes & { contentType: string; sizeBytes: number },
  ): Promise<string> {
    const [url] = await this.#bucket.file(name).getSignedUrl({
      version: "v4",
      action: "write",
      accessibleAt: signedAt,
      expires: expiresAt,
      contentType,
      // The sender cannot leave it out or change it, as it could a header of its own for a range of sizes.
      extensionHeaders: { "content-length": String(sizeBytes) },
    });
    return url;
  }

  async signGet(
    name: string,
    {
      contentType,
      disposition,
      signedAt,
      expiresAt,
    }: SignedTimes & { contentType: string; disposition: string },
  ): Promise<string> {
    const [url] = await this.#bucket.file(name).getSignedUrl({
      version: "v4",
      action: "read",
      accessibleAt: signedAt,
      expires: expiresAt,
      responseType: contentType,
      responseDisposition: disposition,
    });
    return url;
  }
}
