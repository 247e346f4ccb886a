import { createHmac, timingSafeEqual } from "node:crypto";

export interface ReadLink {
  key: string;
  contentType: string;
  filename: string | null;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface UploadLink {
  key: string;
  contentType: string;
  maxBytes: number;
  expiresAt: number;
}

/** Where the driver's routes lie below the public origin. */
export const FILES = "/files";

/** Signs the driver's own URLs: HMAC-SHA256 over method, path, expiry and whatever the link promises (rules/storage 16). */
export class UrlSigner {
  readonly #key: Buffer;
  readonly #origin: () => string;

  constructor(key: Buffer, origin: () => string) {
    this.#key = key;
    this.#origin = origin;
  }

  read(link: ReadLink): string {
    const query = new URLSearchParams({ type: link.contentType });
    if (link.filename !== null) query.set("name", link.filename);
    return this.#url(
      link.key,
      query,
      link.expiresAt,
      this.#sign("GET", link.key, link.expiresAt, link.contentType, link.filename),
    );
  }

  upload(link: UploadLink): string {
    const query = new URLSearchParams({ type: link.contentType, max: String(link.maxBytes) });
    return this.#url(
      link.key,
      query,
      link.expiresAt,
      this.#sign("PUT", link.key, link.expiresAt, link.contentType, link.maxBytes),
    );
  }

  /** What a read URL promises, or null when a part of it is not ours. Says nothing about its expiry. */
  openRead(key: string, query: URLSearchParams): ReadLink | null {
    const { contentType, expiresAt, signature } = partsOf(query);
    const filename = query.get("name");
    const expected = this.#sign("GET", key, expiresAt, contentType, filename);
    return isSame(signature, expected) ? { key, contentType, filename, expiresAt } : null;
  }

  openUpload(key: string, query: URLSearchParams): UploadLink | null {
    const { contentType, expiresAt, signature } = partsOf(query);
    const maxBytes = Number(query.get("max") ?? Number.NaN);
    const expected = this.#sign("PUT", key, expiresAt, contentType, maxBytes);
    return isSame(signature, expected) ? { key, contentType, maxBytes, expiresAt } : null;
  }

  #sign(method: string, key: string, ...promised: (string | number | null)[]): Buffer {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([method, `${FILES}/${key}`, ...promised]))
      .digest();
  }

  #url(key: string, query: URLSearchParams, expiresAt: number, signature: Buffer): string {
    query.set("expires", String(expiresAt));
    query.set("sig", signature.toString("base64url"));
    return `${this.#origin()}${FILES}/${key}?${query.toString()}`;
  }
}

function partsOf(query: URLSearchParams): { contentType: string; expiresAt: number; signature: Buffer } {
  return {
    contentType: query.get("type") ?? "",
    expiresAt: Number(query.get("expires") ?? Number.NaN),
    signature: Buffer.from(query.get("sig") ?? "", "base64url"),
  };
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
