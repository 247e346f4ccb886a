import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Objects, sendObject, type Stored } from "../buckets.js";
import { refusalOf, type Secrets } from "./signature-v4.js";

export const S3_SECRETS: Secrets = { accessKeyId: "AKIASTANDIN", secretAccessKey: "stand-in-secret" };

export interface StandIn {
  url: string;
  objects: Objects;
  /** Returns the number of multipart uploads that were neither completed nor aborted. */
  openUploads(): number;
  stop(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface Multipart {
  contentType: string;
  parts: Map<number, Buffer>;
}

const BINARY = "binary/octet-stream";

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
const etagOf = (stored: Pick<Stored, "md5">): string => `"${stored.md5}"`;

/** Serves a stand-in of S3 on a free port, path-style, written from the S3 API reference. It checks every signature. */
export async function serveS3(): Promise<StandIn> {
  const objects = new Objects();
  const uploads = new Map<string, Multipart>();
  const server = createServer((req, res) => {
    answer(req, res, objects, uploads).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: "InternalError" };
      const body =
        req.method === "HEAD" ? "" : xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      res.writeHead(status, { "content-type": "application/xml" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  objects: Objects,
  uploads: Map<string, Multipart>,
): Promise<void> {
  const { method = "", url = "" } = req;
  const body = await buffer(req);
  const refused = refusalOf(
    { method, url, headers: req.headers as Record<string, string> },
    S3_SECRETS,
    Date.now(),
    body,
  );
  if (refused !== null) throw new Refusal(403, refused);
  const { pathname, searchParams: query } = new URL(url, "http://store");
  const name = decodeURIComponent(pathname).slice(1);
  const uploadId = query.get("uploadId");
  if (query.has("list-type")) return list(res, objects, name, query);
  if (query.has("uploads")) return begin(req, res, uploads);
  if (uploadId !== null) return multipart(res, { method, name, query, body }, objects, uploads, uploadId);
  if (method === "PUT") return put(req, res, objects, name, body);
  if (method === "DELETE") {
    objects.all.delete(name);
    return void res.writeHead(204).end();
  }
  const stored = objects.all.get(name);
  if (stored === undefined) throw new Refusal(404, "NoSuchKey");
  read(req, res, stored, { query, range: objects.ignoresRanges ? undefined : req.headers.range });
}

function put(req: IncomingMessage, res: ServerResponse, objects: Objects, name: string, body: Buffer): void {
  const source = req.headers["x-amz-copy-source"];
  if (typeof source !== "string") {
    const { "content-type": contentType = BINARY, "content-encoding": contentEncoding } = req.headers;
    const stored = objects.put(name, body, contentType, contentEncoding);
    return void res.writeHead(200, { etag: etagOf(stored) }).end();
  }
  const from = objects.all.get(decodeURIComponent(source).replace(/^\//, ""));
  if (from === undefined) throw new Refusal(404, "NoSuchKey");
  const wanted = req.headers["x-amz-copy-source-if-match"];
  if (wanted !== undefined && wanted !== etagOf(from)) throw new Refusal(412, "PreconditionFailed");
  const made = { contentType: req.headers["content-type"] ?? BINARY, contentEncoding: "" };
  const { contentType, contentEncoding } =
    req.headers["x-amz-metadata-directive"] === "REPLACE" ? made : from;
  if (req.headers["if-none-match"] === "*" && objects.all.has(name))
    throw new Refusal(412, "PreconditionFailed");
  const copied = objects.put(name, from.bytes, contentType, contentEncoding);
  const text = `<CopyObjectResult><ETag>${etagOf(copied)}</ETag><LastModified>${copied.writtenAt.toISOString()}</LastModified></CopyObjectResult>`;
  res.writeHead(200, { "content-type": "application/xml" }).end(xml(text));
}

function read(
  req: IncomingMessage,
  res: ServerResponse,
  stored: Stored,
  { query, range }: { query: URLSearchParams; range: string | undefined },
): void {
  const headers: Record<string, string> = {
    etag: etagOf(stored),
    "last-modified": stored.writtenAt.toUTCString(),
    "accept-ranges": "bytes",
  };
  const type = query.get("response-content-type");
  const disposition = query.get("response-content-disposition");
  if (type !== null) headers["content-type"] = type;
  if (disposition !== null) headers["content-disposition"] = disposition;
  if (req.method !== "HEAD") return sendObject(res, stored, range, headers);
  res
    .writeHead(200, {
      "content-type": stored.contentType,
      ...(stored.contentEncoding !== "" && { "content-encoding": stored.contentEncoding }),
      ...headers,
      "content-length": stored.bytes.length,
    })
    .end();
}

function begin(req: IncomingMessage, res: ServerResponse, uploads: Map<string, Multipart>): void {
  const id = randomUUID();
  uploads.set(id, { contentType: req.headers["content-type"] ?? "", parts: new Map() });
  const text = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
  res.writeHead(200, { "content-type": "application/xml" }).end(xml(text));
}

function multipart(
  res: ServerResponse,
  { method, name, query, body }: { method: string; name: string; query: URLSearchParams; body: Buffer },
  objects: Objects,
  uploads: Map<string, Multipart>,
  id: string,
): void {
  const upload = uploads.get(id);
  if (upload === undefined) throw new Refusal(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    const md5 = createHash("md5").update(body).digest("hex");
    return void res.writeHead(200, { etag: `"${md5}"` }).end();
  }
  uploads.delete(id);
  if (method === "DELETE") return void res.writeHead(204).end();
  const parts = [...upload.parts].sort(([one], [other]) => one - other);
  // S3 requires that every part but the last has at least 5 MB.
  if (parts.slice(0, -1).some(([, part]) => part.length < 5 * 2 ** 20))
    throw new Refusal(400, "EntityTooSmall");
  const stored = objects.put(name, Buffer.concat(parts.map(([, part]) => part)), upload.contentType);
  stored.md5 = `${stored.md5}-${parts.length}`;
  const text = `<CompleteMultipartUploadResult><ETag>${etagOf(stored)}</ETag></CompleteMultipartUploadResult>`;
  res.writeHead(200, { "content-type": "application/xml" }).end(xml(text));
}

function list(res: ServerResponse, objects: Objects, bucket: string, query: URLSearchParams): void {
  const root = `${bucket.replace(/\/$/, "")}/`;
  const found = [...objects.all].filter(([name]) => name.startsWith(root + (query.get("prefix") ?? "")));
  const text = found.map(
    ([name, { writtenAt }]) =>
      `<Contents><Key>${name.slice(root.length)}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`,
  );
  res.writeHead(200, { "content-type": "application/xml" });
  res.end(xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${text.join("")}</ListBucketResult>`));
}
