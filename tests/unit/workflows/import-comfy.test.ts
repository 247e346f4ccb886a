import test from "ava";
import { importComfy } from "../../../services/workflows/comfy/import-comfy.js";

const DEFAULT = {
  "3": {
    class_type: "KSampler",
    inputs: {
      seed: 8,
      steps: 20,
      model: ["10", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "v1-5.safetensors" } },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 1216, height: 684, batch_size: 2 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "a bottle in space", clip: ["4", 1] } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "watermark", clip: ["4", 1] } },
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  "9": { class_type: "SaveImage", inputs: { images: ["11", 0] } },
  "10": { class_type: "LoraLoader", inputs: { model: ["4", 0] } },
  "11": { class_type: "ImageUpscaleWithModel", inputs: { image: ["8", 0], upscale_model: ["12", 0] } },
  "12": { class_type: "UpscaleModelLoader", inputs: {} },
};

test("ComfyUI's API format becomes nodes of ours; what has no counterpart is listed (rules/workflows 37)", (t) => {
  const { graph, missing } = importComfy(DEFAULT, "local-canvas");
  t.deepEqual(
    graph.nodes.map(({ id, type, data }) => [id, type, data]),
    [
      ["3", "generateImage", { model: "local-canvas", aspectRatio: "16:9", numImages: 2 }],
      ["6", "prompt", { text: "a bottle in space" }],
      ["9", "output", {}],
      ["11", "upscale", { model: "local-upscale" }],
    ],
  );
  t.deepEqual(
    graph.edges.map(({ source, target, targetHandle }) => [source, target, targetHandle]),
    [
      ["6", "3", "prompt"],
      ["11", "9", null],
      ["3", "11", null],
    ],
  );
  t.deepEqual(
    missing.map(({ nodeId, type }) => [nodeId, type]),
    [
      ["3", "KSampler"],
      ["7", "CLIPTextEncode"],
      ["10", "LoraLoader"],
    ],
  );
});

test("a picture that is encoded into the latent becomes a reference (rules/workflows 37)", (t) => {
  const { graph, missing } = importComfy(
    {
      "1": { class_type: "LoadImage", inputs: { image: "photo.png" } },
      "2": { class_type: "VAEEncode", inputs: { pixels: ["1", 0] } },
      "3": { class_type: "KSampler", inputs: { positive: ["4", 0], latent_image: ["2", 0] } },
      "4": { class_type: "CLIPTextEncode", inputs: { text: ["5", 0] } },
      "5": { class_type: "PrimitiveString", inputs: { value: "in winter" } },
    },
    null,
  );
  t.deepEqual(
    graph.edges.map(({ source, target, targetHandle }) => [source, target, targetHandle]),
    [
      ["5", "3", "prompt"],
      ["1", "3", "references"],
    ],
  );
  t.true(missing.some(({ nodeId, reason }) => nodeId === "3" && /set data.model/.test(reason)));
});

test("links in a circle end, and what is another format is refused (rules/workflows 37)", (t) => {
  const circle = {
    "1": { class_type: "VAEDecode", inputs: { samples: ["2", 0] } },
    "2": { class_type: "VAEEncode", inputs: { pixels: ["1", 0] } },
    "3": { class_type: "SaveImage", inputs: { images: ["1", 0] } },
  };
  t.deepEqual(importComfy(circle, null).graph.edges, []);
  t.throws(() => importComfy({ nodes: [], links: [] }, null), { message: /API format/ });
  t.throws(() => importComfy({ "1": { type: "x" } }, null), { message: /prompt\.1 must have class_type/ });
  t.throws(() => importComfy({}, null), { message: /no nodes/ });
});

/** Makes links that count how often they are read. */
function countedLinks() {
  const counter = { looks: 0 };
  const link = (id: string): unknown[] =>
    new Proxy([id, 0], {
      get(target, name, receiver) {
        counter.looks += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  return { counter, link };
}

for (const [name, make] of [
  // The graph is one long chain of nodes that have no counterpart.
  ["a chain", (at: number, count: number) => (at + 1 < count ? at + 1 : null)],
  ["a circle", (at: number, count: number) => (at + 1) % count],
] as const)
  test(`importing ${name} with many links into it looks at each link a few times`, (t) => {
    const looks = (count: number): number => {
      const { counter, link } = countedLinks();
      const prompt: Record<string, unknown> = {};
      for (let at = 0; at < count; at += 1) {
        const next = make(at, count);
        prompt[`c${at}`] = {
          class_type: "Reroute",
          inputs: next === null ? {} : { samples: link(`c${next}`) },
        };
        prompt[`k${at}`] = {
          class_type: "KSampler",
          inputs: { positive: link(`c${at % 7}`), negative: link("c0"), latent_image: link("c1") },
        };
      }
      importComfy(prompt, "local-canvas");
      return counter.looks;
    };
    const [few, many] = [looks(100), looks(800)];
    t.true(many <= few * 8.5, `${few} for 100, ${many} for 800`);
  });

test("what a long chain of nodes that stand for nothing leads to is found, whatever its length", (t) => {
  const prompt: Record<string, unknown> = {
    text: { class_type: "CLIPTextEncode", inputs: { text: "far away" } },
    k: { class_type: "KSampler", inputs: { positive: ["c0", 0] } },
  };
  for (let at = 0; at < 300; at += 1)
    prompt[`c${at}`] = {
      class_type: "VAEDecode",
      inputs: { samples: [at < 299 ? `c${at + 1}` : "text", 0] },
    };
  const { edges } = importComfy(prompt, "local-canvas").graph;
  t.deepEqual(
    edges.map(({ source, target }) => [source, target]),
    [["text", "k"]],
  );
});
