import { join } from "node:path";
import { Readable } from "node:stream";
import test from "ava";
import type { PluginDefinition, PluginHost } from "../../../plugins/kit/define-plugin.js";
import { checkModelProvider } from "../../../plugins/kit/conformance/model-provider.js";
import { checkTextModel } from "../../../plugins/kit/conformance/text-model.js";
import type {
  ModelProvider,
  ProviderContext,
  ProviderJob,
  ProviderProgress,
} from "../../../plugins/kit/model-provider.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { Transcriber } from "../../../plugins/kit/transcriber.js";
import type { TextModel } from "../../../plugins/kit/text-model.js";
import elevenLabsPlugin from "../../../plugins/providers/elevenlabs/index.js";
import falPlugin from "../../../plugins/providers/fal/index.js";
import googlePlugin from "../../../plugins/providers/google/index.js";
import openAiPlugin from "../../../plugins/providers/openai/index.js";
import comfyPlugin from "../../../plugins/providers/comfyui/index.js";
import compatiblePlugin from "../../../plugins/providers/openai-compatible/index.js";
import replicatePlugin from "../../../plugins/providers/replicate/index.js";
import { ModelsDir } from "../../../runtime/models-dir/models-dir.js";
import { PACKAGE_ROOT } from "../../../runtime/package-root.js";
import { comfyui } from "../../stand-ins/upstream/comfyui.js";
import { elevenlabs } from "../../stand-ins/upstream/elevenlabs.js";
import { fal } from "../../stand-ins/upstream/fal.js";
import { google } from "../../stand-ins/upstream/google.js";
import { openai } from "../../stand-ins/upstream/openai.js";
import { replicate } from "../../stand-ins/upstream/replicate.js";
import {
  type Fault,
  serveUpstream,
  type Upstream,
  type Vendor,
} from "../../stand-ins/upstream/serve-upstream.js";

interface Case {
  plugin: PluginDefinition;
  vendor: (key: string) => Vendor;
  env: (url: string, key: string) => Record<string, string>;
  /** A model whose jobs are steered by their prompt, and a job of it. */
  model: string;
  params: Record<string, unknown>;
  /** False: it takes everybody. */
  hasKey?: false;
  /** Requests of an order before the order itself. */
  looks?: number;
  /** Answers of the vendor to an order, and what they mean. */
  faults: readonly (readonly [string, Fault, Partial<ProviderError>])[];
  /** Prompts that end badly after the order was taken. */
  ends: readonly (readonly [string, Partial<ProviderError>])[];
}

const image = { kind: "image", aspectRatio: "1:1", numImages: 1 };
const busy: Case["faults"] = [
  [
    "429 with Retry-After",
    { status: 429, headers: { "retry-after": "7" }, json: { error: "slow down" } },
    { failure: "rate_limited", retryable: true, retryAfterMs: 7000 },
  ],
  ["503", { status: 503, json: {} }, { failure: "provider_unavailable", retryable: true }],
  [
    "500",
    { status: 500, type: "text/html", json: "<html>" },
    { failure: "provider_unavailable", retryable: true },
  ],
  [
    "the connection closed after the order was taken",
    { closes: true, isTaken: true },
    { failure: "timeout" },
  ],
  [
    "402",
    { status: 402, json: { detail: "Insufficient credit" } },
    { failure: "provider_balance", retryable: false },
  ],
];

const CASES: Record<string, Case> & Record<"fal" | "replicate" | "openai" | "google" | "elevenlabs", Case> = {
  fal: {
    plugin: falPlugin,
    vendor: fal,
    env: (url, key) => ({ FAL_KEY: key, FAL_BASE_URL: url }),
    model: "fal-flux-dev",
    params: image,
    faults: [
      ...busy,
      [
        "403 of an empty balance",
        { status: 403, json: { detail: "User is locked. Reason: Exhausted balance." } },
        { failure: "provider_balance", retryable: false },
      ],
      [
        "503 of the scheduler",
        {
          status: 503,
          headers: { "x-fal-error-type": "runner_scheduling_failure" },
          json: { detail: "no runner", error_type: "runner_scheduling_failure" },
        },
        { failure: "provider_unavailable" },
      ],
      [
        "422",
        {
          status: 422,
          json: { detail: [{ loc: ["body", "image_size"], msg: "unknown size", type: "value_error" }] },
        },
        { failure: "invalid_params", retryable: false },
      ],
    ],
    ends: [
      ["[error] COMPLETED with an error", { failure: "unknown", retryable: false }],
      ["[policy]", { failure: "content_policy", retryable: false }],
      ["[empty]", { failure: "unknown", retryable: false }],
    ],
  },
  replicate: {
    plugin: replicatePlugin,
    vendor: replicate,
    env: (url, key) => ({ REPLICATE_API_TOKEN: key, REPLICATE_BASE_URL: `${url}/v1` }),
    model: "replicate-flux-schnell",
    params: image,
    faults: [
      ...busy,
      [
        "422",
        { status: 422, json: { detail: "input.aspect_ratio is wrong", status: 422 } },
        { failure: "invalid_params" },
      ],
    ],
    ends: [
      ["[error]", { failure: "unknown", retryable: false }],
      ["[policy]", { failure: "content_policy", retryable: false }],
      ["[empty] succeeded without output", { failure: "unknown", retryable: false }],
    ],
  },
  openai: {
    plugin: openAiPlugin,
    vendor: openai,
    env: (url, key) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
    model: "openai-gpt-image-2",
    params: image,
    faults: [
      ...busy,
      [
        "429 of an empty quota",
        { status: 429, json: { error: { code: "insufficient_quota", message: "You exceeded your quota" } } },
        { failure: "provider_balance", retryable: false },
      ],
    ],
    ends: [
      ["[policy]", { failure: "content_policy", retryable: false }],
      ["[empty] success without an image", { failure: "unknown", charged: true }],
    ],
  },
  elevenlabs: {
    plugin: elevenLabsPlugin,
    vendor: elevenlabs,
    env: (url, key) => ({ ELEVENLABS_API_KEY: key, ELEVENLABS_BASE_URL: url }),
    model: "elevenlabs-flash-v2-5",
    params: { kind: "audio", voice: "sarah" },
    faults: [
      ...busy,
      [
        "401 of an empty quota",
        { status: 401, json: { detail: { status: "quota_exceeded", message: "0 credits left" } } },
        { failure: "provider_balance", retryable: false },
      ],
      [
        "429 of too many at once",
        { status: 429, json: { detail: { status: "too_many_concurrent_requests", message: "wait" } } },
        { failure: "rate_limited", retryable: true },
      ],
    ],
    ends: [["[policy]", { failure: "content_policy", retryable: false }]],
  },
  google: {
    plugin: googlePlugin,
    vendor: google,
    env: (url, key) => ({ GEMINI_API_KEY: key, GEMINI_BASE_URL: url }),
    model: "google-veo-3-1-fast",
    params: { kind: "video", duration: 4, aspectRatio: "16:9" },
    faults: busy,
    ends: [
      ["[policy] done without a video", { failure: "content_policy", charged: false }],
      ["[empty] done without a video and a reason", { failure: "unknown", retryable: false }],
      ["[error]", { failure: "unknown", retryable: false }],
    ],
  },
};

CASES["openai-compatible"] = {
  plugin: compatiblePlugin,
  vendor: openai,
  env: (url, key) => ({ OPENAI_COMPATIBLE_KEY: key, OPENAI_COMPATIBLE_URL: `${url}/v1` }),
  model: "own-sdxl",
  params: image,
  faults: busy,
  ends: [["[empty]", { failure: "unknown", retryable: false }]],
};
CASES.comfyui = {
  plugin: comfyPlugin,
  vendor: comfyui,
  env: (url) => ({ COMFYUI_URL: url }),
  model: "comfy-sdxl",
  params: image,
  // It has no keys, and looks whether it knows the job first.
  hasKey: false,
  looks: 3,
  faults: busy.filter(([what]) => what !== "402"),
  ends: [
    [
      "[error] in a node",
      { failure: "unknown", retryable: false, message: "ComfyUI failed in KSampler: CUDA out of memory" },
    ],
    ["[empty] only a preview", { failure: "unknown", retryable: false }],
    ["[expired] a file that is gone", { failure: "unknown", retryable: false }],
    [
      "",
      {
        failure: "invalid_params",
        message:
          "ComfyUI refused (400): Prompt outputs failed validation; node 6: Required input is missing text",
      },
    ],
  ],
};

const KEY = "a-key";
const signal = new AbortController().signal;
const ctx = { signal, input: () => Promise.reject(new Error("no inputs")) } as unknown as ProviderContext;

interface Opened {
  modelProvider: ModelProvider;
  textModel: TextModel;
  transcriber: Transcriber;
}

/** Self-hosted engines have the models of the examples. */
const files = new ModelsDir(join(PACKAGE_ROOT, "examples/models"));

/** One driver of a plugin; of several the named one, or the first. */
function open<P extends keyof Opened>(
  point: P,
  { plugin, env }: Case,
  url: string,
  key = KEY,
  id?: string,
): Opened[P] {
  const given = plugin.provides[point] as (host: PluginHost) => Opened[P] | Opened[P][] | null;
  const host: PluginHost = {
    baseUrl: "",
    dataDir: "",
    deriveKey: () => Buffer.alloc(32),
    env: env(url, key),
    log: { info() {}, warn() {} },
    models: (name, own) => files.models(name, own),
    textModels: (name, own) => files.textModels(name, own),
    transcribers: (name, own) => files.transcribers(name, own),
  };
  const all = [given(host) ?? []].flat() as Opened[P][];
  const driver = id === undefined ? all[0] : all.find((each) => each.id === id);
  if (driver === undefined) throw new Error("It is not configured.");
  return driver;
}

function jobOf(provider: ModelProvider, { model: id, params }: Case, prompt: string): ProviderJob {
  const model = provider.models.find((each) => each.id === id);
  if (!model) throw new Error(id);
  return { id: `job ${prompt}`, model, params: { ...params, prompt } };
}

/** To the end, without the waits that the provider wishes. */
async function drive(provider: ModelProvider, job: ProviderJob): Promise<ProviderProgress[]> {
  let last = await provider.submit(job, ctx);
  const steps = [last];
  while (last.state === "pending" && steps.length < 10) {
    if (!provider.poll) throw new Error("It cannot be polled.");
    last = await provider.poll(JSON.parse(JSON.stringify(last.handle)), job, ctx);
    steps.push(last);
  }
  return steps;
}

for (const [id, each] of Object.entries(CASES)) {
  const begin = async (t: { teardown(end: () => Promise<void>): void }): Promise<Upstream> => {
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    return upstream;
  };

  test(`${id}: every model keeps the contract against the vendor's protocol`, async (t) => {
    t.timeout(120_000);
    const upstream = await begin(t);
    const report = await checkModelProvider(open("modelProvider", each, upstream.url), { jobMs: 60_000 });
    t.deepEqual(
      report.filter(({ ok }) => !ok),
      [],
    );
  });

  test(`${id}: refusals of an order have their class, and are tried once`, async (t) => {
    const upstream = await begin(t);
    const provider = open("modelProvider", each, upstream.url);
    for (const [what, fault, expected] of each.faults) {
      upstream.faults = [fault];
      const before = upstream.seen.length;
      const error = await t.throwsAsync(
        () => provider.submit(jobOf(provider, each, "x"), ctx),
        { instanceOf: ProviderError },
        what,
      );
      t.like(error, expected, what);
      t.is(upstream.seen.length, before + 1 + (each.looks ?? 0), what);
    }
    const wrong = open("modelProvider", each, upstream.url, "another key");
    if (each.hasKey !== false)
      t.like(await t.throwsAsync(() => wrong.submit(jobOf(wrong, each, "x"), ctx)), {
        failure: "provider_auth",
        retryable: false,
      });
    const left = await serveUpstream(each.vendor(KEY));
    await left.close();
    const nowhere = open("modelProvider", each, left.url);
    const unreached = await t.throwsAsync(() => nowhere.submit(jobOf(nowhere, each, "x"), ctx));
    t.like(unreached, { failure: "provider_unavailable", retryable: true });
  });

  for (const [prompt, expected] of each.ends)
    test(`${id}: ${prompt} is a failure with its class`, async (t) => {
      const upstream = await begin(t);
      const provider = open("modelProvider", each, upstream.url);
      const error = await t.throwsAsync(() => drive(provider, jobOf(provider, each, prompt)), {
        instanceOf: ProviderError,
      });
      t.like(error, expected);
      t.is(upstream.orders.length, 1);
    });

  test(`${id}: without a key there is nothing`, (t) => {
    const given = each.plugin.provides.modelProvider as (host: PluginHost) => ModelProvider | null;
    t.is(given({ env: {} } as unknown as PluginHost), null);
  });
}

test("fal and Replicate tell how far they are, and are told to stop", async (t) => {
  for (const id of ["fal", "replicate"] as const) {
    const upstream = await serveUpstream(CASES[id].vendor(KEY));
    const provider = open("modelProvider", CASES[id], upstream.url);
    const steps = await drive(provider, jobOf(provider, CASES[id], "[endless]"));
    if (id === "fal")
      t.deepEqual(
        steps.slice(0, 2).map((step) => step.state === "pending" && step.queuePosition),
        [2, 1],
      );
    else t.like(steps[1], { progress: 0.5 });
    const [first] = steps;
    if (first?.state !== "pending") throw new Error("It ended.");
    await provider.cancel?.(first.handle, jobOf(provider, CASES[id], "[endless]"));
    t.regex(upstream.seen.at(-1)?.path ?? "", /cancel$/);
    await upstream.close();
  }
});

test("an upstream's address on another host is not asked with the key", async (t) => {
  const thief = await serveUpstream(() => ({ json: {} }));
  const vendor = fal(KEY);
  const upstream = await serveUpstream((seen, own) => {
    const answer = vendor(seen, own);
    const json = answer?.json as { status_url?: string } | undefined;
    if (json?.status_url) json.status_url = `${thief.url}/steal`;
    return answer;
  });
  const provider = open("modelProvider", CASES.fal, upstream.url);
  t.is((await drive(provider, jobOf(provider, CASES.fal, "x"))).at(-1)?.state, "succeeded");
  t.deepEqual(thief.seen, []);
  await thief.close();
  await upstream.close();
});

for (const id of ["openai", "google", "openai-compatible"] as const)
  test(`${id}: the text model keeps the contract, and translates`, async (t) => {
    const each = CASES[id];
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    const model = open("textModel", each, upstream.url);
    t.deepEqual(
      (await checkTextModel(model)).filter(({ ok }) => !ok),
      [],
    );
    const { segments, usage } = await model.translate(
      { id: "1", sourceLocale: "en", targetLocale: "de", brief: "", segments: { a: "Hello", b: "World" } },
      { signal },
    );
    t.deepEqual(segments, { a: "~Hello", b: "~World" });
    t.true(usage.outputTokens > 0);
  });

const talk = Buffer.from("RIFF....WAVEfmt ");
const recording = {
  storageId: "a-talk",
  contentType: "audio/wav",
  sizeBytes: talk.length,
  stream: async () => Readable.from([talk]),
};
const hearing = { signal, input: async () => recording } as unknown as ProviderContext;
const work = { id: "1", storageId: "a-talk", durationSeconds: 2, language: null };
const words = [
  { text: "Hello", start: 0, end: 0.5 },
  { text: "there", start: 0.5, end: 1.2 },
  { text: "Hi", start: 1.3, end: 2 },
];

for (const [vendor, id, expected] of [
  ["openai", "openai-whisper-1", { language: "en", words }],
  [
    "openai",
    "openai-gpt-4o-transcribe-diarize",
    {
      language: null,
      words: [],
      segments: [
        { text: "Hello there.", start: 0, end: 1.2, speaker: "A" },
        { text: "Hi.", start: 1.3, end: 2, speaker: "B" },
      ],
    },
  ],
  ["openai-compatible", "own-whisper", { language: "en", words }],
  [
    "elevenlabs",
    "elevenlabs-scribe-v2",
    {
      language: "en",
      words: [
        { text: "Hello", start: 0, end: 0.5, speaker: "A" },
        { text: "there.", start: 0.5, end: 1.2, speaker: "A" },
        { text: "Hi.", start: 1.3, end: 2, speaker: "B" },
      ],
      segments: [],
    },
  ],
] as const)
  test(`${id} gives words and speakers as the vendor has them, and tries once`, async (t) => {
    const each = CASES[vendor];
    if (!each) throw new Error(vendor);
    const upstream = await serveUpstream(each.vendor(KEY));
    t.teardown(() => upstream.close());
    const transcriber = open("transcriber", each, upstream.url, KEY, id);
    const found = await transcriber.submit(work, hearing);
    if (found.state !== "succeeded") throw new Error(found.state);
    t.is(found.transcript.text, "Hello there. Hi.");
    t.like(found.transcript, expected as never);
    t.true(upstream.seen[0]?.body.includes(talk));
    if (vendor !== "elevenlabs") {
      const german = await transcriber.submit({ ...work, language: "de-AT" }, hearing);
      if (german.state === "succeeded" && expected.language !== null) t.is(german.transcript.language, "de");
    }
    for (const [what, fault, refusal] of busy) {
      upstream.faults = [fault];
      const before = upstream.seen.length;
      t.like(
        await t.throwsAsync(async () => transcriber.submit(work, hearing), undefined, what),
        refusal,
        what,
      );
      t.is(upstream.seen.length, before + 1, what);
    }
  });
