import { join } from "node:path";
import { definePlugin } from "../../kit/define-plugin.js";
import { makeLocalProvider } from "./local-provider.js";
import { hasEngine } from "./transcribe/engine.js";
import { makeLocalTranscriber } from "./transcribe/local-transcriber.js";

/** Media made on this machine, without credentials and without a network (rules/models 33). */
export default definePlugin({
  name: "local",
  version: "1.0.0",
  provides: {
    modelProvider: ({ dataDir }) => makeLocalProvider(join(dataDir, "tmp")),
    transcriber: async ({ dataDir }) =>
      (await hasEngine()) ? makeLocalTranscriber(join(dataDir, "tmp")) : null,
  },
});
