import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { definePlugin, type PluginHost } from "../../plugins/kit/define-plugin.js";
import type { ModelProvider, ProviderProgress } from "../../plugins/kit/model-provider.js";
import { makePng } from "../../plugins/kit/media/png.js";
import type { Site } from "./open-site.js";

export const CAREFUL_MODEL = "careful-image";
const SUBMITS = "careful-submits.txt";

const done = async (): Promise<ProviderProgress> => ({
  state: "succeeded",
  outputs: [
    {
      contentType: "image/png",
      body: await makePng(8, 8, [
        [200, 40, 40],
        [40, 40, 200],
      ]),
    },
  ],
});

/**
 * A provider that bills each submit, so that none may be repeated, and keeps a list of them in the data
 * folder. It answers at once, or by a handle when the prompt says `[later]`.
 */
const careful = ({ dataDir }: PluginHost): ModelProvider => ({
  id: "careful",
  resubmit: "never",
  models: [
    {
      id: CAREFUL_MODEL,
      kind: "image",
      displayName: "Careful",
      providerModelId: "careful",
      paidOnly: false,
      pricing: { creditsPerImage: { "*": 3 } },
      capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 },
    },
  ],
  async submit({ id, params }) {
    await appendFile(join(dataDir, SUBMITS), `${id}\n`);
    if (String(params.prompt).includes("[later]"))
      return { state: "pending", handle: { upstream: id }, pollAfterMs: 1 };
    return done();
  },
  poll: async () => done(),
});

export const carefulPlugin = definePlugin({
  name: "careful",
  version: "1.0.0",
  provides: { modelProvider: careful },
});

/** Puts the provider into the site's plugins folder; every process that starts afterwards has it. */
export const installCareful = (site: Site): Promise<void> =>
  writeFile(
    join(site.pluginsDir, "careful.mjs"),
    `export { carefulPlugin as default } from ${JSON.stringify(import.meta.url)};\n`,
  );

/** How often a job was handed to the provider. */
export async function submitsOf(site: Site, jobId: string): Promise<number> {
  const text = await readFile(join(site.folder, SUBMITS), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line === jobId).length;
}
