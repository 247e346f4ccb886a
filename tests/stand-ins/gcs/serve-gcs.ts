import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { Objects, sendObject, type Stored } from "../buckets.js";
import { refusalOf } from "./signature-v4.js";

export interface StandIn {
  url: string;
  objects: Objects;
  stop(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

let made: Promise<KeyObject> | null = null;

/** Makes a service account of this test process in the place where Google's library looks. Returns its public key. */
function makeAccount(): Promise<KeyObject> {
  made ??= (async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const folder = await mkdtemp(join(tmpdir(), "kiln-gcs-"));
    const file = join(folder, "account.json");
    const account = {
      type: "service_account",
      project_id: "stand-in",
      client_email: "kiln@stand-in.example",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    };
    await writeFile(file, JSON.stringify(account));
    process.env.GOOGLE_APPLICATION_CREDENTIALS = file;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return publicKey;
  })();
  return made;
}

/** Serves a stand-in of Cloud Storage on a free port, written from the JSON and XML API references. It verifies signed URLs. */
export async function serveGcs(): Promise<StandIn> {
  const objects = new Objects();
  const key = await makeAccount();
  const server = createServer((req, res) => {
    const work = req.url?.includes("/storage/v1/b/") ? answerJson(req, res, objects) : answerXml(req, res);
    work.catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      const body = { error: { code: status, message: String(error) } };
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });

  /** Answers signed URLs of the form `/<bucket>/<object>`. */
  async function answerXml(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "", url = "" } = req;
    const body = await buffer(req);
    const headers = req.headers as Record<string, string>;
    // The signature names the host without its port.
    const host = (headers.host ?? "").replace(/:\d+$/, "");
    const refused = refusalOf({ method, url, headers: { ...headers, host } }, key, Date.now());
    if (refused !== null) throw new Refusal(403, refused);
    const { pathname, searchParams: query } = new URL(url, "http://store");
    const name = decodeURIComponent(pathname).slice(1);
    if (method === "PUT") {
      objects.put(name, body, headers["content-type"] ?? "", headers["content-encoding"]);
      return void res.writeHead(200).end();
    }
    const stored = objects.all.get(name);
    if (stored === undefined) throw new Refusal(404, "NoSuchKey");
    sendTranscoded(req, res, stored, {
      "content-type": query.get("response-content-type") ?? stored.contentType,
      "content-disposition": query.get("response-content-disposition") ?? "inline",
      etag: `"${stored.md5}"`,
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const resourceOf = (bucket: string, name: string, stored: Stored): object => ({
  kind: "storage#object",
  bucket,
  name,
  size: String(stored.bytes.length),
  generation: String(stored.generation),
  contentType: stored.contentType,
  ...(stored.contentEncoding !== "" && { contentEncoding: stored.contentEncoding }),
  md5Hash: Buffer.from(stored.md5, "hex").toString("base64"),
  updated: stored.writtenAt.toISOString(),
  timeCreated: stored.writtenAt.toISOString(),
});

async function answerJson(req: IncomingMessage, res: ServerResponse, objects: Objects): Promise<void> {
  const { pathname, searchParams: query } = new URL(req.url ?? "/", "http://store");
  const parts = pathname.split("/").map(decodeURIComponent);
  const bucket = parts[parts.indexOf("b") + 1] ?? "";
  const name = parts[parts.indexOf("o") + 1];
  const send = (value: object) =>
    void res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (pathname.startsWith("/upload/")) {
    const { metadata, content } = readRelated(await buffer(req), req.headers["content-type"] ?? "");
    const target = query.get("name") ?? metadata.name ?? "";
    return send(
      resourceOf(bucket, target, objects.put(`${bucket}/${target}`, content, metadata.contentType ?? "")),
    );
  }
  if (name === undefined) {
    const prefix = query.get("prefix") ?? "";
    const found = [...objects.all].filter(([each]) => each.startsWith(`${bucket}/${prefix}`));
    const items = found.map(([each, stored]) => resourceOf(bucket, each.slice(bucket.length + 1), stored));
    return send({ kind: "storage#objects", items });
  }
  const stored = objects.all.get(`${bucket}/${name}`);
  const generation = query.get("generation") ?? query.get("sourceGeneration");
  if (stored === undefined || (generation !== null && generation !== String(stored.generation)))
    throw new Refusal(404, `No such object: ${bucket}/${name}`);
  if (req.method === "DELETE") {
    objects.all.delete(`${bucket}/${name}`);
    return void res.writeHead(204).end();
  }
  if (parts.includes("rewriteTo")) {
    const target = parts.at(-1) ?? "";
    if (query.get("ifGenerationMatch") === "0" && objects.all.has(`${bucket}/${target}`))
      throw new Refusal(412, "At least one of the pre-conditions you specified did not hold.");
    // A body replaces all metadata of the source.
    const given = JSON.parse((await buffer(req)).toString() || "{}") as Partial<Stored>;
    const { contentType = "", contentEncoding = "" } = Object.keys(given).length > 0 ? given : stored;
    const copied = objects.put(`${bucket}/${target}`, stored.bytes, contentType, contentEncoding);
    return send({
      kind: "storage#rewriteResponse",
      done: true,
      resource: resourceOf(bucket, target, copied),
    });
  }
  if (objects.ignoresRanges) delete req.headers.range;
  if (query.get("alt") === "media") return sendTranscoded(req, res, stored, {});
  send(resourceOf(bucket, name, stored));
}

/** Sends an object, decompressed and without regard to the range where the reader does not accept gzip, as the page on transcoding says. */
function sendTranscoded(
  req: IncomingMessage,
  res: ServerResponse,
  stored: Stored,
  headers: Record<string, string>,
): void {
  const all = { ...headers, "x-goog-stored-content-encoding": stored.contentEncoding || "identity" };
  const isKept = /\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""));
  if (stored.contentEncoding !== "gzip" || isKept) return sendObject(res, stored, req.headers.range, all);
  res.writeHead(200, { "content-type": stored.contentType, ...all }).end(gunzipSync(stored.bytes));
}

/** Reads a body of RFC 2387: the metadata, then the content. */
function readRelated(
  body: Buffer,
  contentType: string,
): { metadata: { name?: string; contentType?: string }; content: Buffer } {
  const boundary = `--${/boundary=['"]?([^'";]+)/.exec(contentType)?.[1] ?? ""}`;
  const second = body.indexOf(boundary, boundary.length);
  const [first, rest] = [body.subarray(0, second), body.subarray(second)];
  const contentOf = (part: Buffer): Buffer => part.subarray(part.indexOf("\r\n\r\n") + 4);
  const whole = contentOf(rest);
  return {
    metadata: JSON.parse(contentOf(first).toString()) as { name?: string; contentType?: string },
    content: whole.subarray(0, whole.lastIndexOf(`\r\n${boundary}--`)),
  };
}
