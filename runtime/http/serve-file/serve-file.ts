import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ByteRange } from "../../../plugins/kit/storage-driver.js";
import type { EdgeRequest } from "../edge.js";
import { isIfRange, matchingTag } from "../representation.js";
import { type UnreadAnswers, unreadFiles } from "../unread-answers.js";
import { parseRange } from "./parse-range.js";

export interface ServedFile {
  sizeBytes: number;
  etag: string;
  contentType: string;
  /** Opens the bytes. It is called at most once, before the head is sent. */
  stream(range?: ByteRange): Readable | Promise<Readable>;
  /** Releases the file. It is called when no stream was asked for. */
  close?(): Promise<void>;
}

/**
 * The headers of uploaded files, which must not run as pages of this origin (rules/storage 18). Other sites may show them.
 */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "accept-ranges, content-disposition, content-length, content-range, etag",
};

/**
 * Answers GET and HEAD with a file: one range, entity tags (rules/storage 18). What is read ahead of the client counts among
 * the unread files, and a client that takes nothing for long is cut off (rules/edge 55). Throws the errors of the file's
 * stream.
 */
export async function serveFile(
  { req, res, method }: EdgeRequest,
  file: ServedFile,
  headers: Readonly<Record<string, string>>,
  unread: UnreadAnswers = unreadFiles,
): Promise<void> {
  const head = { ...headers, etag: file.etag, "accept-ranges": "bytes" };
  const isHead = method === "HEAD";
  if (matchingTag(req.headers["if-none-match"], [file.etag]) !== null) {
    await file.close?.();
    return void res.writeHead(304, head).end();
  }
  // A range is defined for GET only (RFC 9110, 14.2).
  const wanted =
    isHead || !isIfRange(ifRangeOf(req.headers["if-range"]), file.etag)
      ? null
      : parseRange(req.headers.range, file.sizeBytes);
  if (wanted === "unsatisfiable") {
    await file.close?.();
    return void res
      .writeHead(416, { ...head, "content-range": `bytes */${file.sizeBytes}`, "content-length": 0 })
      .end();
  }
  const length = wanted === null ? file.sizeBytes : wanted.end - wanted.start + 1;
  const body = isHead || length === 0 ? null : await file.stream(wanted ?? undefined);
  res.writeHead(wanted === null ? 200 : 206, {
    ...head,
    "content-type": file.contentType,
    "content-length": length,
    ...(wanted !== null && { "content-range": `bytes ${wanted.start}-${wanted.end}/${file.sizeBytes}` }),
  });
  if (body === null) {
    await file.close?.();
    return void res.end();
  }
  const { moved, ended } = unread.add(res, [{ length: body.readableHighWaterMark }]);
  const exact = exactly(length);
  // A reader that leaves in the middle is not an error of this process.
  const sent = pipeline(body, exact, res).catch(() => res.destroy());
  // A chunk is given to the connection when the connection has taken those before.
  exact.on("data", moved);
  await sent;
  ended();
}

/**
 * Passes so many bytes on, fails before a chunk that has more, and at the end of fewer (rules/storage 36). A proxy would take bytes
 * beyond the announced ones for the answer to another request of the connection. It keeps one chunk at most.
 */
function exactly(length: number): Transform {
  let left = length;
  return new Transform({
    writableHighWaterMark: 1,
    readableHighWaterMark: 0,
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error("The store gave more bytes than it counts."));
      else done(null, chunk);
    },
    flush(done) {
      done(left === 0 ? null : new Error("The store gave fewer bytes than it counts."));
    },
  });
}

const ifRangeOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
