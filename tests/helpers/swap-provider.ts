import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes a provider in two files, so that a new version has to load its own import anew too. `wait=MS` in a prompt slows it. */
export async function writeSwapProvider(
  folder: string,
  name: string,
  version: string,
  body = "",
): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "colour.mjs"), `export const version = ${JSON.stringify(version)};\n`);
  await writeFile(
    join(folder, name, "index.mjs"),
    `import { version } from "./colour.mjs";
${body}
const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const model = { id: "${name}-image", kind: "image", displayName: "Version " + version, providerModelId: version, paidOnly: false,
  pricing: { creditsPerRun: 1 },
  capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 } };
export default (kit) => kit.definePlugin({ name: "${name}", version, provides: { modelProvider: {
  id: "${name}", resubmit: "once", models: [model],
  async submit(job) {
    const wait = Number(/wait=(\\d+)/.exec(job.params.prompt)?.[1] ?? 0);
    await new Promise((resolve) => setTimeout(resolve, wait));
    return { state: "succeeded", outputs: [{ contentType: "image/png", body: Buffer.concat([picture, Buffer.from("made by " + version)]) }] };
  } } } });
`,
  );
}
