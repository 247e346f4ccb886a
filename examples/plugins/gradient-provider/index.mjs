import { createHash } from "node:crypto";
import { makePng } from "./png.mjs";

const SIZES = { "16:9": [320, 180], "1:1": [256, 256], "9:16": [180, 320] };

/** Two colours out of the prompt's words: the same prompt, the same gradient. */
export function coloursOf(prompt) {
  const hash = createHash("sha256").update(prompt).digest();
  return [hash.subarray(0, 3), hash.subarray(3, 6)];
}

export default (kit) => {
  const modelProvider = {
    id: "gradient",
    resubmit: "once",
    models: [
      {
        id: "gradient-image",
        kind: "image",
        displayName: "Gradient (two colours out of the prompt)",
        providerModelId: "gradient",
        paidOnly: false,
        pricing: { creditsPerImage: { "*": 1 } },
        capabilities: {
          kind: "image",
          aspectRatios: Object.keys(SIZES),
          supportsImageReference: false,
          maxImages: 4,
        },
      },
    ],
    // Slow upstreams answer `pending` with a handle; the engine stores it and polls, after a restart too.
    async submit({ params }, { signal }) {
      signal.throwIfAborted();
      if (params.prompt.includes("[refuse]")) {
        throw new kit.ProviderError(
          "content_policy",
          "The prompt asks for something that this provider does not make.",
        );
      }
      return {
        state: "pending",
        handle: { prompt: params.prompt, ratio: params.aspectRatio, count: params.numImages },
        pollAfterMs: 10,
      };
    },
    async poll({ prompt, ratio, count }, _job, { signal }) {
      signal.throwIfAborted();
      // A handle comes from the database: it may be another version's.
      if (!(ratio in SIZES))
        throw new kit.ProviderError("unknown", "The stored handle is not one of this provider's.");
      const [width, height] = SIZES[ratio];
      const [from, to] = coloursOf(prompt);
      const outputs = Array.from({ length: count }, (_, turn) => {
        const share = (x, y) =>
          ((turn % 2 === 0 ? x / width : y / height) + (turn > 1 ? 1 - y / height : 0)) / (turn > 1 ? 2 : 1);
        const body = makePng(width, height, (x, y) =>
          [0, 1, 2].map((i) => from[i] + (to[i] - from[i]) * share(x, y)),
        );
        return { contentType: "image/png", body };
      });
      return { state: "succeeded", outputs };
    },
  };
  return kit.definePlugin({ name: "gradient", version: "1.0.0", provides: { modelProvider } });
};
