import type { Readable } from "node:stream";
import { guardedFetch, networkPolicy } from "../../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../../runtime/process/host.js";
import { readRegistration } from "./client-metadata.js";

const MAX_BYTES = 16 * 1024;
const TIMEOUT_MS = 2500;
/**
 * Fetches the document whose address is the client's id, through the guard, since that is an untrusted
 * address. It keeps what a registration would keep; the client's method of authentication stays as it is, so
 * that the library refuses secrets.
 */
export async function fetchClientMetadata(
  host: Pick<Host, "baseUrl" | "config">,
  url: string,
): Promise<Response> {
  const answer = await guardedFetch(url, {
    policy: networkPolicy(host.config),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: "application/json" },
    maxRedirects: 0,
    firstByteMs: TIMEOUT_MS,
    idleMs: TIMEOUT_MS,
  });
  if (answer.status !== 200) {
    answer.body.destroy();
    return new Response(null, { status: 502 });
  }
  const document: unknown = JSON.parse(await whole(answer.body));
  const read = readRegistration(document, host.baseUrl);
  if ("error" in read) throw new Error(read.description);
  const given = document as Record<string, unknown>;
  const cacheControl = answer.headers["cache-control"];
  const kept = {
    ...read.metadata,
    client_id: given["client_id"],
    token_endpoint_auth_method: given["token_endpoint_auth_method"] ?? "none",
    ...("client_secret" in given && { client_secret: "" }),
  };
  return new Response(JSON.stringify(kept), {
    headers: { ...(cacheControl !== undefined && { "cache-control": cacheControl }) },
  });
}

async function whole(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the body.
    if (size > MAX_BYTES) throw new Error(`The client's document is over ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
