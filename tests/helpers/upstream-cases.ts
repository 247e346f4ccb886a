import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PluginDefinition, PluginHost } from "../../plugins/kit/define-plugin.js";
import type { ModelProvider, ProviderContext } from "../../plugins/kit/model-provider.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { Transcriber } from "../../plugins/kit/transcriber.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import elevenLabsPlugin from "../../plugins/providers/elevenlabs/index.js";
import falPlugin from "../../plugins/providers/fal/index.js";
import googlePlugin from "../../plugins/providers/google/index.js";
import openAiPlugin from "../../plugins/providers/openai/index.js";
import comfyPlugin from "../../plugins/providers/comfyui/index.js";
import compatiblePlugin from "../../plugins/providers/openai-compatible/index.js";
import replicatePlugin from "../../plugins/providers/replicate/index.js";
import { ModelsDir } from "../../runtime/plugins/models-dir/models-dir.js";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { comfyui } from "../stand-ins/upstream/comfyui.js";
import { elevenlabs } from "../stand-ins/upstream/elevenlabs.js";
import { fal } from "../stand-ins/upstream/fal.js";
import { google } from "../stand-ins/upstream/google.js";
import { openai } from "../stand-ins/upstream/openai.js";
import { replicate } from "../stand-ins/upstream/replicate.js";
import { type Fault, type Vendor } from "../stand-ins/upstream/serve-upstream.js";

export interface Case {
  plugin: PluginDefinition;
  vendor: (key: string) => Vendor;
  env: (url: string, key: string) => Record<string, string>;
  /** Model whose jobs are steered by their prompt, with the params of a job. */
  model: string;
  params: Record<string, unknown>;
  /** False where the server takes requests without a key. */
  hasKey?: false;
  /** Number of requests of an order before the order itself. */
  looks?: number;
  /** Answers of the vendor to an order, with the errors that they become. */
  faults: readonly (readonly [string, Fault, Partial<ProviderError>])[];
  /** Prompts whose jobs fail after the order was taken, with the errors. */
  ends: readonly (readonly [string, Partial<ProviderError>])[];
}

const image = { kind: "image", aspectRatio: "1:1", numImages: 1 };
export const busy: Case["faults"] = [
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

export const CASES: Record<string, Case> &
  Record<"fal" | "replicate" | "openai" | "google" | "elevenlabs", Case> = {
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
      [
        "[black] success with a black picture",
        { failure: "content_policy", retryable: false, charged: true },
      ],
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
      [
        "400 of a prompt against the policy",
        {
          status: 400,
          json: {
            error: {
              code: "invalid_prompt",
              message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
            },
          },
        },
        { failure: "content_policy", retryable: false },
      ],
      [
        "400 of a prompt in a wrong form",
        { status: 400, json: { error: { code: "invalid_prompt", message: "Invalid schema." } } },
        { failure: "invalid_params", retryable: false },
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
      [
        "401 of an empty quota by its code",
        {
          status: 401,
          json: { detail: { type: "payment_required", code: "quota_exceeded", message: "0 credits left" } },
        },
        { failure: "provider_balance", retryable: false },
      ],
      [
        "403 of a text against the policy by its code",
        {
          status: 403,
          json: { detail: { type: "forbidden", code: "content_against_policy", message: "not allowed" } },
        },
        { failure: "content_policy", retryable: false },
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
    faults: [
      ...busy,
      [
        "429 of requests in a minute",
        {
          status: 429,
          json: {
            error: {
              code: 429,
              status: "RESOURCE_EXHAUSTED",
              message: "You exceeded your current quota, please check your plan and billing details.",
              details: [
                {
                  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                  violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }],
                },
                { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" },
              ],
            },
          },
        },
        { failure: "rate_limited", retryable: true, retryAfterMs: 1500 },
      ],
      [
        "429 of prepaid credits that are used up",
        {
          status: 429,
          json: {
            error: {
              code: 429,
              status: "RESOURCE_EXHAUSTED",
              message: "Your prepayment credits are depleted. Please go to AI Studio to manage your billing.",
            },
          },
        },
        { failure: "provider_balance", retryable: false },
      ],
    ],
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
  // The server has no keys, and is asked first whether it knows the job.
  hasKey: false,
  looks: 3,
  faults: busy.filter(([what]) => what !== "402"),
  ends: [
    [
      "[error] in a node",
      { failure: "unknown", retryable: false, message: "ComfyUI failed in KSampler: CUDA out of memory" },
    ],
    [
      "[half]",
      {
        failure: "invalid_params",
        retryable: false,
        message: "ComfyUI refused a part of the graph: node 9: Value not in list ckpt_name",
      },
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

export const KEY = "a-key";
export const signal = new AbortController().signal;
export const ctx = {
  signal,
  input: () => Promise.reject(new Error("no inputs")),
} as unknown as ProviderContext;

interface Opened {
  modelProvider: ModelProvider;
  textModel: TextModel;
  transcriber: Transcriber;
}

/** Self-hosted engines have the models of the examples. */
const files = new ModelsDir(join(PACKAGE_ROOT, "examples/models"));

/** Opens one driver of a plugin: the named one, or the first of several. */
export function open<P extends keyof Opened>(
  point: P,
  { plugin, env }: Case,
  url: string,
  key = KEY,
  id?: string,
): Opened[P] {
  const given = plugin.provides[point] as (host: PluginHost) => Opened[P] | Opened[P][] | null;
  const host: PluginHost = {
    baseUrl: "",
    dataDir: join(tmpdir(), "kiln-upstream-cases"),
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
