import { Readable } from "node:stream";
import type { ProviderInput } from "../model-provider.js";

/** Sends an input to an address as it is read, whatever its size. */
export async function putStream(to: string, object: ProviderInput, signal: AbortSignal): Promise<Response> {
  const request: RequestInit & { duplex: "half" } = {
    method: "PUT",
    headers: { "content-type": object.contentType, "content-length": String(object.sizeBytes) },
    body: Readable.toWeb(await object.stream()) as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: "half",
    signal,
  };
  return fetch(to, request);
}
