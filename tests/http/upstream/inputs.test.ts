import test from "ava";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { oddProvider, submitTo } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { PICTURE } from "../../stand-ins/upstream/media.js";

const MB = 2 ** 20;

let kiln: Kiln;
let person: Person;
let close: () => Promise<void>;
test.before(async () => {
  const started = await startUpstreams();
  ({ close } = started);
  kiln = await startKiln({ ...started.env, SIGNUP_CREDITS: "10000", UPSTREAM_RETRY_SECONDS: "5" });
  person = await signUp(kiln.url);
});
test.after.always(async () => {
  await kiln?.stop();
  await close?.();
});

/** Uploads a file that begins as a picture. */
const picture = (sizeBytes: number, of = person): Promise<string> =>
  upload(of.api, "image/png", Buffer.concat([PICTURE, Buffer.alloc(sizeBytes)]).subarray(0, sizeBytes));

const request = (model: string, referenceStorageIds: string[]) => ({
  model,
  params: { kind: "image", prompt: "a kite", aspectRatio: "1:1", numImages: 1, referenceStorageIds },
});

test("a job with more files than its model takes is refused before it is charged, and so is its estimate (rules/models 42)", async (t) => {
  const own = await signUp(kiln.url);
  const large = await picture(5 * MB, own);
  const small = await picture(PICTURE.length, own);
  const cases: [string, string[], RegExp][] = [
    [
      "google-gemini-flash-image",
      Array.from({ length: 100 }, () => small),
      /^params\.referenceStorageIds\[14\] is one file too many: .* takes at most 14 for a job; got 100\.$/,
    ],
    [
      "google-gemini-flash-image",
      [large, large, large],
      /^params\.referenceStorageIds\[2\] is too large: .* files of 14 MB together .*; these have 15 MB\.$/,
    ],
    ["openai-gpt-image-1-mini", Array.from({ length: 17 }, () => small), /at most 16 for a job; got 17/],
  ];
  for (const [model, ids, message] of cases)
    for (const path of ["/v1/generations", "/v1/estimates"]) {
      const { status, body } = await own.api.post(path, request(model, ids));
      t.is(status, 400, path);
      t.is(body.error.code, "invalid_params");
      t.regex(body.error.message, message);
    }
  t.is((await own.api.get("/v1/generations")).body.total, 0);
  const { body } = await own.api.post(
    "/v1/generations",
    request("google-gemini-flash-image", [small, small]),
  );
  t.is((await waitForJob(own.api, body.job.id)).status, "succeeded");
});

test("a plugin's provider states what its models take, and reads files no larger than it says (rules/models 42 and 43)", async (t) => {
  const id = await picture(3 * MB);
  const read: unknown[] = [];
  const driver = {
    ...oddProvider("reader", {
      async submit({ params }, ctx) {
        const [first] = params.referenceStorageIds as string[];
        const input = await ctx.input(String(first));
        const noBound = input.bytes as unknown as () => Promise<Buffer>;
        read.push(await noBound().catch((error: Error) => error.message));
        read.push((await input.bytes(3 * MB)).length);
        await input.bytes(2 * MB);
        throw new Error("It was read.");
      },
    }),
    inputLimits: { "reader-image": { count: 2, bytes: 4 * MB } },
  };
  const [model] = driver.models;
  if (model?.capabilities.kind !== "image") throw new Error("none");
  Object.assign(model.capabilities, { supportsImageReference: true });
  kiln.host.plugins.swap({ name: "reader", version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "modelProvider", name: "reader", driver },
  ]);
  const ask = (ids: string[]) => person.api.post("/v1/generations", request("reader-image", ids));
  await until(async () => (await ask([id, id])).status === 400);
  t.regex((await ask([id, id])).body.error.message, /files of 4 MB together .* these have 6 MB/);
  t.regex((await ask([id, id, id])).body.error.message, /at most 2 for a job; got 3/);
  const { body } = await ask([id]);
  const job = await waitForJob(person.api, body.job.id);
  t.deepEqual(read, ["bytes() takes the most bytes that the provider reads.", 3 * MB]);
  t.is(job.error?.code, "invalid_params");
  t.regex(job.errorMessage ?? "", /has 3145728 bytes; at most 2097152 are read\. Nothing was charged\.$/);
});

test("a submit that the upstream has billed is not made again, and its account is the operator's matter (rules/models 44 and 45)", async (t) => {
  let submits = 0;
  const id = await submitTo(kiln, person, "billed", {
    async submit() {
      submits += 1;
      throw new ProviderError("rate_limited", "Organization org-77: too many requests.", {
        charged: true,
        retryAfterMs: 0,
      });
    },
  });
  const job = await waitForJob(person.api, id);
  t.is(job.status, "failed");
  t.is(submits, 1);
  t.is(job.costCredits, 0);
  t.deepEqual(job.error, { code: "rate_limited", retryable: true });
  t.is(
    job.errorMessage,
    "The provider takes no more requests of this deployment at the moment. Nothing was charged.",
  );
});
