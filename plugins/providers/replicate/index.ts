import { definePlugin } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { REPLICATE_MODELS } from "./models.js";
import { replicateProvider } from "./replicate-provider.js";

/** Models of Replicate; there with REPLICATE_API_TOKEN. */
export default definePlugin({
  name: "replicate",
  version: "1.0.0",
  provides: {
    modelProvider: ({ env, models = (_provider, own) => own }) =>
      env.REPLICATE_API_TOKEN
        ? replicateProvider({
            token: env.REPLICATE_API_TOKEN,
            allowsPrivate: allowsPrivate({ env }),
            baseUrl: env.REPLICATE_BASE_URL,
            models: models("replicate", REPLICATE_MODELS),
          })
        : null,
  },
});
