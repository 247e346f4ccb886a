import { definePlugin } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import {
  type Meaning,
  type Refusal,
  UpstreamClient,
  sentenceOf,
} from "../../kit/upstream/upstream-client.js";
import { comfyProvider } from "./comfy-provider.js";
import { nodeFaults } from "./node-faults.js";

/** ComfyUI refuses a graph with what is wrong in general, and for each node. */
function meaningOf({ status, body }: Refusal): Meaning | null {
  if (status !== 400 || typeof body !== "object" || body === null) return null;
  const { error, node_errors: nodes } = body as { error?: unknown; node_errors?: unknown };
  return {
    failure: "invalid_params",
    message: [sentenceOf(error), ...nodeFaults(nodes)].filter((text) => text !== "").join("; "),
  };
}

/** An operator's ComfyUI: each model is a stored graph that MODELS_DIR declares; there with COMFYUI_URL. */
export default definePlugin({
  name: "comfyui",
  version: "1.0.0",
  provides: {
    modelProvider(host) {
      const { env } = host;
      const models = host.models?.("comfyui", []) ?? [];
      if (!env.COMFYUI_URL) return null;
      const bare = models.find(({ graph }) => graph === undefined);
      if (bare) throw new Error(`The model ${bare.id} of comfyui has no graph.`);
      if (models.length === 0) {
        host.log.info("COMFYUI_URL is set; its graphs are declared in MODELS_DIR (docs/models.md).");
        return null;
      }
      const client = new UpstreamClient({
        name: "ComfyUI",
        baseUrl: env.COMFYUI_URL,
        headers: {},
        allowsPrivate: allowsPrivate({ env }),
        meaningOf,
      });
      return comfyProvider(client, models);
    },
  },
});
