import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Bucket, type File, Storage, type StorageOptions } from "@google-cloud/storage";
import {
  type FoundObject,
  isRange,
  type ObjectStore,
  type SignedTimes,
} from "../../kit/object-store/object-store.js";
import { type ByteRange, isEncoded, type StoredFile } from "../../kit/storage-driver.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Emulators on plain http know no accounts; a private endpoint on https does. */
const isEmulator = ({ GCS_ENDPOINT }: Env): boolean => GCS_ENDPOINT?.startsWith("http:") ?? false;

/** Credentials are found by the library, in GOOGLE_APPLICATION_CREDENTIALS or from the machine. */
function makeStorage(env: Env): Storage {
  // A caller is told within 20 s that the store is away (rules/storage 31).
  const options: StorageOptions = { retryOptions: { maxRetries: 1, maxRetryDelay: 2, totalTimeout: 10 } };
  if (env.GCS_ENDPOINT) {
    options.apiEndpoint = env.GCS_ENDPOINT;
    options.useAuthWithCustomEndpoint = !isEmulator(env);
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

/** A bucket of Google Cloud Storage. The library keeps connections for the whole process and closes none by client. */
export class GcsStore implements ObjectStore {
  readonly #bucket: Bucket;
  readonly #hasAccount: boolean;

  constructor(bucket: string, env: Env) {
    this.#bucket = makeStorage(env).bucket(bucket);
    this.#hasAccount = !isEmulator(env);
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

  /**
   * By itself, since the library asks twice for a missing object and warns of listeners on each read. An object that was sent with
   * `Content-Encoding: gzip` would come decompressed, and whole whatever the range.
   */
  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    const { storage, name: bucket } = this.#bucket;
    const path = `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}?alt=media`;
    const headers = this.#hasAccount
      ? new Headers(await storage.authClient.getRequestHeaders())
      : new Headers();
    headers.set("accept-encoding", "identity");
    if (range !== undefined) headers.set("range", `bytes=${range.start}-${range.end}`);
    const response = await fetch(`${storage.apiEndpoint}${path}`, { headers });
    const isStored = !isEncoded(response.headers.get("x-goog-stored-content-encoding") ?? "");
    const isAsked = range === undefined || isRange(response.headers.get("content-range"), range);
    if (response.ok && response.body !== null && isStored && isAsked) return Readable.fromWeb(response.body);
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`Reading an object of the bucket gave ${response.status}.`);
    throw new Error("Reading an object of the bucket gave other bytes than were asked for.");
  }

  async head(name: string): Promise<FoundObject | null> {
    const answer = await this.#bucket.file(name).getMetadata().catch(orNull);
    if (answer === null) return null;
    const [{ contentType = "", contentEncoding = "" }] = answer;
    return { ...fileOf(answer[0]), contentType, contentEncoding };
  }

  async copy(from: string, to: string, { etag, contentType }: FoundObject): Promise<boolean> {
    const source = this.#bucket.file(from, { generation: generationOf(etag) });
    // The generation of an object that is not there is 0.
    const options = { contentType, preconditionOpts: { ifGenerationMatch: 0 } };
    return (await source.copy(this.#bucket.file(to), options).catch(orNull)) !== null;
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
