import { Readable } from "node:stream";
import test from "ava";
import type { ProviderContext, ProviderJob } from "../../../plugins/kit/model-provider.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { buildInput } from "../../../plugins/kit/upstream/upstream-model.js";
import { FAL_MODELS } from "../../../plugins/providers/fal/models.js";
import { CASES, KEY, open, signal } from "../../helpers/upstream-cases.js";
import { order, serveUpstream, type Upstream, type Vendor } from "../../stand-ins/upstream/serve-upstream.js";

const MB = 2 ** 20;

/** Files of a job, with the calls that they got. A file is read in chunks of 1,000 bytes, and never as a whole. */
function filesOf(bytesOf: (storageId: string) => number) {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const ctx: ProviderContext = {
    signal,
    async input(storageId) {
      asked.push(storageId);
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      const sizeBytes = bytesOf(storageId);
      return {
        storageId,
        contentType: "image/png",
        sizeBytes,
        stream: async () => Readable.from(chunksOf(contentOf(storageId, sizeBytes)), { objectMode: false }),
        bytes: () => Promise.reject(new Error("It was read as a whole.")),
        url: async () => "",
      };
    },
  };
  return { ctx, asked, most: () => most };
}

const contentOf = (storageId: string, sizeBytes: number): Buffer => Buffer.alloc(sizeBytes, `${storageId}!`);

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function begin(
  t: { teardown(end: () => Promise<void>): void },
  id: "google" | "openai",
  vendor: Vendor = CASES[id].vendor(KEY),
) {
  const upstream = await serveUpstream(vendor);
  t.teardown(() => upstream.close());
  return { upstream, provider: open("modelProvider", CASES[id], upstream.url) };
}

const IMAGES = { google: "google-gemini-flash-image", openai: "openai-gpt-image-2" } as const;

const refused = (message: RegExp) => ({
  instanceOf: ProviderError,
  message,
});

for (const [id, count] of [
  ["google", 14],
  ["openai", 16],
] as const)
  test(`${id}: more references than the upstream takes are refused before any of them is looked at (rules/models 42)`, async (t) => {
    const { upstream, provider } = await begin(t, id);
    const model = provider.models.find((each) => each.id === IMAGES[id]);
    if (model === undefined) throw new Error(id);
    const ids = Array.from({ length: count + 1 }, () => "same");
    const { ctx, asked } = filesOf(() => 10);
    const job: ProviderJob = {
      id: "1",
      model,
      params: { prompt: "x", numImages: 1, aspectRatio: "1:1", referenceStorageIds: ids },
    };
    const error = await t.throwsAsync(
      () => provider.submit(job, ctx),
      refused(new RegExp(`params\\.referenceStorageIds\\[${count}\\].*at most ${count} .*got ${count + 1}`)),
    );
    t.like(error, { failure: "invalid_params", retryable: false });
    t.deepEqual(asked, []);
    t.deepEqual(upstream.seen, []);
    t.is(provider.inputLimits?.[model.id]?.count, count);
    const fits = { ...job, params: { ...job.params, referenceStorageIds: ids.slice(1) } };
    t.is((await provider.submit(fits, ctx)).state, "succeeded");
    t.deepEqual(asked, ["same"]);
  });

test("google: files are refused by their sizes together, before a byte of them is read (rules/models 42)", async (t) => {
  const { upstream, provider } = await begin(t, "google");
  const { ctx, asked, most } = filesOf(() => 5 * MB);
  const submit = (model: string, params: Record<string, unknown>) =>
    provider.submit({ id: "1", model: modelOf(model), params: { prompt: "x", ...params } }, ctx);
  const modelOf = (id: string) => provider.models.find((each) => each.id === id) ?? t.fail(id);
  await t.throwsAsync(
    () =>
      submit(IMAGES.google, {
        numImages: 1,
        aspectRatio: "1:1",
        referenceStorageIds: ["a", "b", "a", "c"],
      }),
    refused(/params\.referenceStorageIds\[2\] is too large: .*files of 14 MB together.*these have 15 MB/),
  );
  t.deepEqual(asked, ["a", "b"]);
  await t.throwsAsync(
    () =>
      submit("google-veo-3-1", {
        duration: 4,
        aspectRatio: "16:9",
        startFrameStorageId: "a",
        referenceImageStorageIds: ["b", "c"],
      }),
    refused(/params\.referenceImageStorageIds\[1\] is too large/),
  );
  t.deepEqual(upstream.seen, []);
  t.is(most(), 1);
});

test("google: files go as base64 that is read while it is sent, in the order of the references (rules/models 43)", async (t) => {
  const { upstream, provider } = await begin(t, "google");
  const sizes: Readonly<Record<string, number>> = { a: 0, b: 1, c: 1000, d: 2999, e: 100_001 };
  const { ctx } = filesOf((id) => sizes[id] ?? 0);
  const model = provider.models.find((each) => each.id === IMAGES.google);
  if (model === undefined) throw new Error("none");
  const ids = [...Object.keys(sizes), "d"];
  const params = { prompt: 'a "kite"', numImages: 2, aspectRatio: "1:1", referenceStorageIds: ids };
  await provider.submit({ id: "1", model, params }, ctx);
  t.is(upstream.seen.length, 2);
  for (const { json, headers, body } of upstream.seen) {
    t.is(headers["content-length"], String(body.length));
    const [{ parts }] = json.contents as [{ parts: unknown[] }];
    t.deepEqual(parts, [
      { text: 'a "kite"' },
      ...ids.map((id) => ({
        inlineData: { mimeType: "image/png", data: contentOf(id, sizes[id] ?? 0).toString("base64") },
      })),
    ]);
  }
});

test("google: a refusal of the third picture says that two were billed (rules/models 44)", async (t) => {
  const usual = CASES.google.vendor(KEY);
  const vendor: Vendor = (seen, upstream: Upstream) =>
    upstream.orders.length === 2
      ? order(upstream, seen.path, () => ({ status: 429, headers: { "retry-after": "1" }, json: {} }))
      : usual(seen, upstream);
  const { provider } = await begin(t, "google", vendor);
  const model = provider.models.find((each) => each.id === IMAGES.google);
  if (model === undefined) throw new Error("none");
  const { ctx } = filesOf(() => 0);
  const params = { prompt: "x", numImages: 4, aspectRatio: "1:1" };
  const error = await t.throwsAsync(
    () => provider.submit({ id: "1", model, params }, ctx),
    refused(/2 of 4 pictures were made before/),
  );
  t.like(error, { failure: "rate_limited", retryable: true, charged: true, retryAfterMs: 1000 });
});

test("openai: pictures that cannot be read after they were made were billed (rules/models 44)", async (t) => {
  const vendor: Vendor = (seen, upstream) =>
    seen.method === "POST"
      ? { json: { data: [{ url: `${upstream.url}/v1/made.png` }] } }
      : { status: 503, json: {} };
  const { provider } = await begin(t, "openai", vendor);
  const model = provider.models.find((each) => each.id === IMAGES.openai);
  if (model === undefined) throw new Error("none");
  const { ctx } = filesOf(() => 0);
  const params = { prompt: "x", numImages: 1, aspectRatio: "1:1" };
  const error = await t.throwsAsync(() => provider.submit({ id: "1", model, params }, ctx));
  t.like(error, { failure: "provider_unavailable", charged: true });
});

test("an upload is made once for each file and one after the other, and not for files that are not sent (rules/models 43)", async (t) => {
  const [model] = FAL_MODELS;
  if (model === undefined) throw new Error("none");
  const asked: string[] = [];
  let atOnce = 0;
  const link = async (id: string) => {
    asked.push(id);
    atOnce += 1;
    t.is(atOnce, 1);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return `https://files/${id}`;
  };
  const params = { referenceStorageIds: ["a", "b", "a"], sourceStorageId: "b" };
  const inputs = { referenceStorageIds: "images", sourceStorageId: "source" };
  t.deepEqual(await buildInput({ ...model, fixed: {}, inputs }, params, link), {
    images: ["https://files/a", "https://files/b", "https://files/a"],
    source: "https://files/b",
  });
  t.deepEqual(asked.splice(0), ["a", "b"]);
  const first = { referenceStorageIds: { name: "image", form: "first" } } as const;
  await buildInput({ ...model, fixed: {}, inputs: first }, params, link);
  t.deepEqual(asked, ["a"]);
});
