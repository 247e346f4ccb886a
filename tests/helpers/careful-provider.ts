import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { definePlugin, type PluginHost } from "../../plugins/kit/define-plugin.js";
import type { ModelProvider, ProviderOutput, ProviderProgress } from "../../plugins/kit/model-provider.js";
import { makePng } from "../../plugins/kit/media/png.js";
import type { Site } from "./open-site.js";

const CAREFUL_MODEL = "careful-image";
const SUBMITS = "careful-submits.txt";

const picture = async (): Promise<ProviderOutput> => ({
  contentType: "image/png",
  body: await makePng(8, 8, [
    [200, 40, 40],
    [40, 40, 200],
  ]),
});

/** Returns the answer of a provider that has made a picture, and what else is given. */
export const madePicture = async (...more: ProviderOutput[]): Promise<ProviderProgress> => ({
  state: "succeeded",
  outputs: [await picture(), ...more],
});

/**
 * A provider that bills each submit, so that none may be repeated, and keeps a list of them in the data
 * folder, with the process that made each. It answers at once, or after `[busy=MILLISECONDS]`, or by a
 * handle when the prompt says `[later]`; the second of two pictures is none when it says `[half]`.
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
      capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 2 },
    },
  ],
  // The limit keeps one process from taking the whole queue at once.
  concurrency: 4,
  async submit({ id, params }, { signal }) {
    const prompt = String(params.prompt);
    await appendFile(join(dataDir, SUBMITS), `${id} ${process.pid}\n`);
    const busyMs = Number(/\[busy=(\d+)\]/.exec(prompt)?.[1] ?? 0);
    if (busyMs > 0) await sleep(busyMs, undefined, { signal });
    if (prompt.includes("[later]")) return { state: "pending", handle: { upstream: id }, pollAfterMs: 1 };
    if (prompt.includes("[half]")) return madePicture({ contentType: "text/html", body: Buffer.from("<p>") });
    return madePicture();
  },
  poll: async () => madePicture(),
});

export const carefulPlugin = definePlugin({
  name: "careful",
  version: "1.0.0",
  provides: { modelProvider: careful },
});

/** Writes the provider into the site's plugins folder. Processes that start afterwards load it. */
export const installCareful = (site: Site): Promise<void> =>
  writeFile(
    join(site.pluginsDir, "careful.mjs"),
    `export { carefulPlugin as default } from ${JSON.stringify(import.meta.url)};\n`,
  );

export interface Submit {
  jobId: string;
  pid: number;
}

/** Returns every submit that the provider received, with the process that made it. */
export async function submitsOf(site: Site): Promise<Submit[]> {
  const text = await readFile(join(site.folder, SUBMITS), "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [jobId = "", pid] = line.split(" ");
      return { jobId, pid: Number(pid) };
    });
}

/** Makes a request for an image of the careful provider. */
export const carefulRequest = (prompt = "a picture") => ({
  model: CAREFUL_MODEL,
  params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
});
