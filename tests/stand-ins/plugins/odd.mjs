// A plugin that behaves as the name of its file says: odd-throws, odd-hangs (or odd-waits), odd-blocks, odd-leaks or odd-exits.
import { createServer } from "node:net";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const name = basename(fileURLToPath(new URL(import.meta.url.split("?")[0])), ".mjs");
const done = () => ({ state: "succeeded", outputs: [{ contentType: "image/png", body: PNG }] });
const kept = [];

const WAYS = {
  async throws() {
    setTimeout(() => {
      throw new Error("late");
    }, 1);
    void Promise.reject(new Error("forgotten"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return done();
  },
  hangs: () => new Promise(() => {}),
  waits: () => new Promise(() => {}),
  async blocks() {
    const until = performance.now() + 80;
    while (performance.now() < until);
    return done();
  },
  async leaks() {
    kept.push(
      Buffer.alloc(2 ** 20, 1),
      setInterval(() => {}, 5),
    );
    for (let at = 0; at < 100; at += 1) process.on("message", () => {});
    kept.push(createServer(() => {}).listen(0, "127.0.0.1"));
    return done();
  },
  exits: () => process.exit(7),
};

export default {
  name,
  version: "1",
  provides: {
    modelProvider: {
      id: name,
      resubmit: "once",
      models: [
        {
          id: `${name}-image`,
          kind: "image",
          displayName: name,
          providerModelId: name,
          paidOnly: false,
          pricing: { creditsPerRun: 3 },
          capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 },
        },
      ],
      submit: () => WAYS[name.replace("odd-", "")](),
      cancel: () => new Promise(() => {}),
    },
  },
};
