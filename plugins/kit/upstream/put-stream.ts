import { Readable } from "node:stream";
import { ANY_NETWORK, checkDestination, PUBLIC_NETWORK } from "../../../runtime/http/guarded-fetch/index.js";
import type { ProviderInput } from "../model-provider.js";
import { fetchUpstream } from "./fetch-upstream.js";

/**
 * Sends an input, while it is read, to an address that an upstream named. Throws for an address in a private
 * network unless `allowsPrivate`.
 */
export async function putStream(
  to: string,
  object: ProviderInput,
  { signal, allowsPrivate }: { signal: AbortSignal; allowsPrivate: boolean },
): Promise<Response> {
  await checkDestination(to, allowsPrivate ? ANY_NETWORK : PUBLIC_NETWORK);
  const request: RequestInit & { duplex: "half"; signal: AbortSignal } = {
    method: "PUT",
    headers: { "content-type": object.contentType, "content-length": String(object.sizeBytes) },
    body: Readable.toWeb(await object.stream()) as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: "half",
    redirect: "error",
    signal,
  };
  return fetchUpstream(to, request);
}
