import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { definePlugin, type PluginHost } from "../../plugins/kit/define-plugin.js";
import type { Transcriber } from "../../plugins/kit/transcriber.js";

/**
 * Transcriber that bills each submit, so that no submit may be repeated, and appends each submit to a list in the data folder.
 */
const careful = ({ dataDir, env }: PluginHost): Transcriber | null =>
  env.CAREFUL === "1"
    ? {
        id: "careful-transcribe",
        displayName: "Careful",
        provider: "careful",
        preference: 2000,
        resubmit: "never",
        async submit({ id }) {
          await appendFile(join(dataDir, "careful-transcriptions.txt"), `${id}\n`);
          return { state: "pending", handle: { upstream: id }, pollAfterMs: 1 };
        },
        poll: async () => ({
          state: "succeeded",
          transcript: { text: "Guten Tag", language: "de", words: [], segments: [] },
        }),
      }
    : null;

export const carefulTranscriber = definePlugin({
  name: "careful-transcriber",
  version: "1.0.0",
  provides: { transcriber: careful },
});
