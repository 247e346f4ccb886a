import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import {
  type FoundObject,
  isRange,
  type ObjectStore,
  type SignedTimes,
} from "../../kit/object-store/object-store.js";
import type { ByteRange } from "../../kit/storage-driver.js";
import { makeS3Client } from "./s3-client.js";

/** Two parts of a stream are on their way at once: the most memory that a write takes. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const ANSWER_MS = 8000;

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Null for 404, and for 412, which says that another object is there by now. */
function orNull(error: unknown): null {
  const status = statusOf(error);
  if (status === 404 || status === 412) return null;
  throw error;
}

const withTimes = ({ signedAt, expiresAt }: SignedTimes) => ({
  signingDate: new Date(signedAt),
  expiresIn: (expiresAt - signedAt) / 1000,
});

type Signing = [
  command: GetObjectCommand | PutObjectCommand,
  options: NonNullable<Parameters<typeof getSignedUrl>[2]>,
];

interface S3StoreOptions {
  warn?: (message: string) => void;
  copiesToFreeNames?: boolean;
}

/** A bucket of S3 or of a store that speaks its protocol. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #copiesToFreeNames: boolean;
  readonly #warn: (message: string) => void;
  #hasSigned = false;

  /**
   * `copiesToFreeNames` tells whether the store refuses a copy in place of another object. S3 does; of compatible stores some take
   * the condition for an error.
   */
  constructor(
    bucket: string,
    env: Readonly<Record<string, string | undefined>>,
    { warn = () => {}, copiesToFreeNames = !env.S3_ENDPOINT }: S3StoreOptions = {},
  ) {
    this.#client = makeS3Client(env);
    this.#bucket = bucket;
    this.#copiesToFreeNames = copiesToFreeNames;
    this.#warn = warn;
  }

  async put(name: string, body: Readable, contentType: string): Promise<{ etag: string }> {
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#at(name), Body: body, ContentType: contentType },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    const { ETag } = await upload.done();
    if (ETag === undefined) throw new Error("The store gave no ETag.");
    return { etag: ETag };
  }

  async mark(name: string): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({ ...this.#at(name), Body: Buffer.alloc(0), ContentLength: 0 }),
      this.#soon(),
    );
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    const command = new GetObjectCommand({
      ...this.#at(name),
      ...(range !== undefined && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const answer = await this.#client.send(command).catch(orNull);
    if (answer === null) return null;
    // In Node the SDK's body is the response's stream.
    const body = answer.Body as Readable;
    if (range === undefined || isRange(answer.ContentRange, range)) return body;
    body.destroy();
    throw new Error("Reading an object of the bucket gave other bytes than were asked for.");
  }

  async head(name: string): Promise<FoundObject | null> {
    const answer = await this.#client.send(new HeadObjectCommand(this.#at(name)), this.#soon()).catch(orNull);
    if (answer === null) return null;
    const { ContentLength = 0, ETag = "", ContentType = "", ContentEncoding = "" } = answer;
    return {
      sizeBytes: ContentLength,
      etag: ETag,
      contentType: ContentType,
      contentEncoding: ContentEncoding,
    };
  }

  async copy(from: string, to: string, { etag, contentType }: FoundObject): Promise<boolean> {
    const source = `${this.#bucket}/${from}`.split("/").map(encodeURIComponent).join("/");
    const command = new CopyObjectCommand({
      ...this.#at(to),
      CopySource: source,
      CopySourceIfMatch: etag,
      // The tag is of the bytes alone: the same bytes may have been sent again with other headers.
      MetadataDirective: "REPLACE",
      ContentType: contentType,
      ...(this.#copiesToFreeNames && { IfNoneMatch: "*" }),
    });
    return (await this.#client.send(command).catch(orNull)) !== null;
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(name)), this.#soon()).catch(orNull);
  }

  async *listBefore(prefix: string, before: number): AsyncGenerator<string> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key, LastModified } of Contents)
        if (Key !== undefined && LastModified !== undefined && LastModified.getTime() < before) yield Key;
  }

  signPut(
    name: string,
    { contentType, sizeBytes, ...times }: SignedTimes & { contentType: string; sizeBytes: number },
  ): Promise<string> {
    const command = new PutObjectCommand({
      ...this.#at(name),
      ContentType: contentType,
      ContentLength: sizeBytes,
    });
    return this.#sign(command, {
      ...withTimes(times),
      // A link cannot limit a size; it can only say exactly which one it is for.
      signableHeaders: new Set(["host", "content-type", "content-length"]),
      unhoistableHeaders: new Set(["content-type", "content-length"]),
    });
  }

  signGet(
    name: string,
    { contentType, disposition, ...times }: SignedTimes & { contentType: string; disposition: string },
  ): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(name),
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
    });
    return this.#sign(command, withTimes(times));
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  /** Signs a link. With the first one it warns of credentials that end, because links end with them. */
  async #sign(...[command, options]: Signing): Promise<string> {
    const url = await getSignedUrl(this.#client, command, options);
    if (this.#hasSigned) return url;
    this.#hasSigned = true;
    const { expiration, sessionToken } = await this.#client.config.credentials();
    if (expiration !== undefined || sessionToken !== undefined)
      this.#warn(
        "the credentials of the bucket are temporary, and signed links end with them: links that live 24 hours need the long-lived keys of an IAM user",
      );
    return url;
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: name };
  }

  #soon(): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(2 * ANSWER_MS) };
  }
}
