import { Readable } from "node:stream";
import type { ProviderContext, ProviderInput } from "../model-provider.js";
import { ProviderError } from "../provider-error.js";
import { SAMPLE_IDS, type SampleFile, type SampleMedia } from "./sample-media.js";

/**
 * Returns a context whose inputs are the sample files. Their URLs are `data:` URLs, because no server serves
 * them.
 */
export function serveInputs(media: SampleMedia, signal: AbortSignal): ProviderContext {
  const files = new Map<string, SampleFile>([
    [SAMPLE_IDS.image, media.image],
    [SAMPLE_IDS.video, media.video],
    [SAMPLE_IDS.audio, media.audio],
  ]);
  return {
    signal,
    async input(storageId) {
      const file = files.get(storageId);
      if (file === undefined) {
        throw new ProviderError("invalid_params", `The sample media have no ${storageId}.`);
      }
      return asInput(storageId, file);
    },
  };
}

/** Returns a file as a provider reads it. */
export const asInput = (storageId: string, { contentType, bytes }: SampleFile): ProviderInput => ({
  storageId,
  contentType,
  sizeBytes: bytes.length,
  stream: async () => Readable.from([bytes]),
  async bytes(maxBytes) {
    if (!(bytes.length <= maxBytes)) throw new ProviderError("invalid_params", "The file is too large.");
    return bytes;
  },
  url: async () => `data:${contentType};base64,${bytes.toString("base64")}`,
});
