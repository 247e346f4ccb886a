import { definePlugin } from "../../kit/define-plugin.js";
import { elevenLabsProvider } from "./elevenlabs-provider.js";
import { ELEVENLABS_MODELS } from "./models.js";

/** Sound of ElevenLabs; there with ELEVENLABS_API_KEY. */
export default definePlugin({
  name: "elevenlabs",
  version: "1.0.0",
  provides: {
    modelProvider: ({ env, models = (_provider, own) => own }) =>
      env.ELEVENLABS_API_KEY
        ? elevenLabsProvider({
            key: env.ELEVENLABS_API_KEY,
            baseUrl: env.ELEVENLABS_BASE_URL,
            models: models("elevenlabs", ELEVENLABS_MODELS),
          })
        : null,
  },
});
