import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

export interface Stored {
  bytes: Buffer;
  contentType: string;
  /** `Content-Encoding` of the upload; empty without one. */
  contentEncoding: string;
  /** Number that is unique to the write. */
  generation: number;
  md5: string;
  writtenAt: Date;
}

/** Objects of a store, in memory. */
export class Objects {
  readonly all = new Map<string, Stored>();
  /** Whether the store answers with the whole object where a range is asked for, as HTTP allows. */
  ignoresRanges = false;
  #generation = 1_700_000_000_000_000;

  put(name: string, bytes: Buffer, contentType: string, contentEncoding = ""): Stored {
    this.#generation += 1;
    const md5 = createHash("md5").update(bytes).digest("hex");
    const generation = this.#generation;
    const stored = { bytes, contentType, contentEncoding, generation, md5, writtenAt: new Date() };
    this.all.set(name, stored);
    return stored;
  }
}

/** Sends the bytes of an object, or of one range of it. */
export function sendObject(
  res: ServerResponse,
  { bytes, contentType, contentEncoding }: Stored,
  range: string | undefined,
  headers: Record<string, string>,
): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const start = Number(first ?? 0);
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1);
  const body = first === undefined ? bytes : bytes.subarray(start, end + 1);
  res.writeHead(first === undefined ? 200 : 206, {
    "content-type": contentType,
    ...(contentEncoding !== "" && { "content-encoding": contentEncoding }),
    ...headers,
    "content-length": body.length,
    ...(first !== undefined && { "content-range": `bytes ${start}-${end}/${bytes.length}` }),
  });
  res.end(body);
}
