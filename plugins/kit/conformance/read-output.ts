import { buffer } from "node:stream/consumers";
import type { ProviderOutput } from "../model-provider.js";

/** Resolves to all bytes of an output: a Buffer, a stream or a URL. */
export async function readOutput({ body }: ProviderOutput, signal: AbortSignal): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (!(body instanceof URL)) return buffer(body);
  const response = await fetch(body, { signal });
  if (!response.ok) throw new Error(`the output's URL answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
