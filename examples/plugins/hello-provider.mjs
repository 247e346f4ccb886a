// @ts-check
import { crc32, deflateSync } from "node:zlib";

const u32 = (n = 0) => Buffer.from([n >>> 24, n >>> 16, n >>> 8, n]);
const part = (type = "", data = Buffer.alloc(0)) =>
  Buffer.concat([u32(data.length), Buffer.from(type), data, u32(crc32(data, crc32(type)))]);

/** @type {import("../../contracts/models.js").ImageCapabilities} */
const can = { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 };

/** @type {import("../../plugins/kit/model-provider.js").ModelProvider} */
const modelProvider = {
  id: "hello",
  resubmit: "once",
  models: [
    {
      id: "hello-square",
      kind: "image",
      displayName: "Hello: a square of one colour",
      providerModelId: "square",
      paidOnly: false,
      pricing: { creditsPerImage: { "*": 1 } },
      capabilities: can,
    },
  ],
  async submit({ params }, { signal }) {
    signal.throwIfAborted();
    const header = Buffer.concat([u32(64), u32(64), Buffer.from([1, 3, 0, 0, 0])]); // 64 x 64, palette
    const colour = u32(crc32(String(params.prompt))).subarray(1); // the only one of the palette
    const pixels = deflateSync(Buffer.alloc(64 * 9)); // rows of a filter byte and 64 bits
    const parts = [part("IHDR", header), part("PLTE", colour), part("IDAT", pixels), part("IEND")];
    const body = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
    return { state: "succeeded", outputs: [{ contentType: "image/png", body }] };
  },
};

export default (/** @type {import("../../plugins/kit/define-plugin.js").Kit} */ kit) =>
  kit.definePlugin({ name: "hello", version: "1.0.0", provides: { modelProvider } });
