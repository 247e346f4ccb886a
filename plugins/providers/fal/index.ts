import { definePlugin } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { falProvider } from "./fal-provider.js";
import { FAL_MODELS } from "./models.js";

/** Models of fal; there with FAL_KEY. */
export default definePlugin({
  name: "fal",
  version: "1.0.0",
  provides: {
    modelProvider: ({ env, models = (_provider, own) => own }) =>
      env.FAL_KEY
        ? falProvider({
            key: env.FAL_KEY,
            allowsPrivate: allowsPrivate({ env }),
            baseUrl: env.FAL_BASE_URL,
            models: models("fal", FAL_MODELS),
          })
        : null,
  },
});
