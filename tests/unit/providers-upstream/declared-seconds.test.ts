import test, { type ExecutionContext } from "ava";
import { asInput } from "../../../plugins/kit/conformance/serve-inputs.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import type { ProviderContext } from "../../../plugins/kit/model-provider.js";
import { probeBytes } from "../../helpers/probe-bytes.js";
import { CASES, KEY, open, signal } from "../../helpers/upstream-cases.js";
import { serveUpstream, type Seen } from "../../stand-ins/upstream/serve-upstream.js";

const grey = [128, 128, 128] as const;
const files = new Map([
  ["talk", asInput("talk", { contentType: "audio/wav", bytes: makeWav(40, 440) })],
  [
    "film",
    asInput("film", {
      contentType: "video/mp4",
      bytes: makeMp4({ width: 160, height: 90, seconds: 40, sound: true, colours: [grey, grey] }),
    }),
  ],
]);
const ctx: ProviderContext = {
  signal,
  async input(storageId) {
    const file = files.get(storageId);
    if (file === undefined) throw new Error(storageId);
    return file;
  },
};

async function begin(t: ExecutionContext, vendor: string) {
  const each = CASES[vendor];
  if (each === undefined) throw new Error(vendor);
  const upstream = await serveUpstream(each.vendor(KEY));
  t.teardown(() => upstream.close());
  return { each, upstream };
}

/** Returns the file of a form that an upstream was sent. */
function fileIn({ body, headers }: Seen): Buffer {
  const boundary = `--${/boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? ""}`;
  const from = body.indexOf("\r\n\r\n", body.indexOf("; filename=")) + 4;
  return body.subarray(from, body.indexOf(`\r\n${boundary}`, from));
}

async function assertSeconds(t: ExecutionContext, seen: Seen | undefined, wanted: number): Promise<void> {
  if (seen === undefined) return t.fail("Nothing was sent.");
  const { seconds } = await probeBytes(fileIn(seen));
  t.true(seconds !== null && Math.abs(seconds - wanted) < 0.2, `${seconds} s`);
}

for (const [vendor, id] of [
  ["openai", "openai-whisper-1"],
  ["openai-compatible", "own-whisper"],
  ["elevenlabs", "elevenlabs-scribe-v2"],
] as const)
  test(`${id} is sent the declared seconds of a recording and no more (rules/models 19 and 46)`, async (t) => {
    const { each, upstream } = await begin(t, vendor);
    const transcriber = open("transcriber", each, upstream.url, KEY, id);
    for (const storageId of files.keys()) {
      const work = { id: "1", storageId, durationSeconds: 2, language: null };
      t.is((await transcriber.submit(work, ctx)).state, "succeeded");
      await assertSeconds(t, upstream.seen.at(-1), 2);
    }
  });

for (const [model, params, seconds] of [
  ["elevenlabs-voice-isolator", { sourceStorageId: "talk", durationSeconds: 2 }, 2],
  ["elevenlabs-dubbing", { sourceStorageId: "talk", durationSeconds: 3, targetLanguage: "de" }, 3],
  ["elevenlabs-dubbing", { videoStorageId: "film", durationSeconds: 3, targetLanguage: "de" }, 3],
  // As it is billed without a duration (rules/billing 5).
  ["elevenlabs-dubbing", { videoStorageId: "film", targetLanguage: "de" }, 30],
] as const)
  test(`${model} is sent the ${seconds} s that are paid for (${Object.keys(params).join(", ")}) (rules/models 19 and 46)`, async (t) => {
    const { each, upstream } = await begin(t, "elevenlabs");
    const provider = open("modelProvider", each, upstream.url);
    const found = provider.models.find((one) => one.id === model);
    if (found === undefined) throw new Error(model);
    await provider.submit({ id: "1", model: found, params: { kind: "audio", ...params } }, ctx);
    await assertSeconds(t, upstream.seen[0], seconds);
    if ("videoStorageId" in params && upstream.seen[0])
      t.like((await probeBytes(fileIn(upstream.seen[0]))).picture, { width: 160, height: 90 });
  });
