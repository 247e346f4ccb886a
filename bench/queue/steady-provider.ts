import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export const STEADY_MODEL = "steady-image";
/** Slots of a worker for the provider, and the duration of each submission: a worker makes at most 20 jobs a second. */
export const STEADY = { slots: 4, submitMs: 200 };

/**
 * Source of a vendor that answers a submission with the file itself after a fixed time, as the image and speech endpoints of
 * OpenAI do. A slot is taken for that time, so a deployment makes more jobs a second only by more workers.
 */
const SOURCE = `
const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const model = { id: "${STEADY_MODEL}", kind: "image", displayName: "Steady", providerModelId: "steady", paidOnly: false,
  pricing: { creditsPerRun: 1 },
  capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 } };
export default (kit) => kit.definePlugin({ name: "steady", version: "1.0.0", provides: { modelProvider: {
  id: "steady", resubmit: "once", concurrency: ${STEADY.slots}, models: [model],
  async submit() {
    await new Promise((resolve) => setTimeout(resolve, ${STEADY.submitMs}));
    return { state: "succeeded", outputs: [{ contentType: "image/png", body: picture }] };
  } } } });
`;

/** Puts the provider into a plugins folder. */
export const installSteady = (pluginsDir: string): Promise<void> =>
  writeFile(join(pluginsDir, "steady.mjs"), SOURCE);
