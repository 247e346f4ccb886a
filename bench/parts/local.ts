import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { type Caller, makeCaller, send } from "../caller.js";
import type { Figure } from "../figure.js";
import type { Job } from "../jobs.js";
import { beside } from "../load/beside.js";
import { percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";

const IDLE_MS = 5000;
const ACCOUNTS = 10;
const JOBS_EACH = 5;
const MAX_WAIT_MS = 900_000;
const ASK_MS = 1000;

interface Inputs {
  image: string;
  film: string;
  voice: string;
}

/** Least units that each local model makes: a picture of 1K, seconds of film and sound, a hundred letters. */
const UNITS: readonly [name: string, unit: string, model: string, params: (inputs: Inputs) => object][] = [
  ["local-canvas", "a picture of 1K", "local-canvas", () => picture],
  ["local-motion", "2 s at 480p with sound", "local-motion", () => film],
  ["local-upscale", "600 x 400 pixels", "local-upscale", ({ image }) => larger(image)],
  ["local-upscale-sharp", "600 x 400 pixels", "local-upscale-sharp", ({ image }) => larger(image)],
  ["local-upscale-video", "1 s of 480p", "local-upscale-video", ({ film: source }) => larger(source)],
  ["local-voice", "44 letters", "local-voice", () => speech],
  [
    "local-music",
    "5 s",
    "local-music",
    () => ({ kind: "audio", prompt: "happy [seed=1]", durationSeconds: 5 }),
  ],
  ["local-sfx", "2 s", "local-sfx", () => ({ kind: "audio", prompt: "rain [seed=1]", durationSeconds: 2 })],
  [
    "local-cleanup",
    "2 s",
    "local-cleanup",
    ({ voice }) => ({ kind: "audio", sourceStorageId: voice, durationSeconds: 2 }),
  ],
];
const picture = { kind: "image", prompt: "a calm sea at sunset [seed=1]", aspectRatio: "1:1", numImages: 1 };
const film = {
  kind: "video",
  prompt: "a ship [seed=1]",
  duration: 2,
  aspectRatio: "16:9",
  resolution: "480p",
};
const speech = { kind: "audio", prompt: "The quick brown fox jumps over the lazy dog." };
const larger = (sourceStorageId: string) => ({ kind: "upscale", sourceStorageId, durationSeconds: 1 });

async function uploadPhoto(caller: Caller): Promise<string> {
  const bytes = await readFile(join(PACKAGE_ROOT, "examples/photo.jpg"));
  const given = await send(caller, "/v1/uploads/ticket", {
    contentType: "image/jpeg",
    sizeBytes: bytes.length,
  });
  const { storageId, uploadUrl } = given as { storageId: string; uploadUrl: string };
  await fetch(uploadUrl, {
    method: "PUT",
    headers: { "content-type": "image/jpeg" },
    body: new Uint8Array(bytes),
  });
  await send(caller, `/v1/uploads/${storageId}/commit`, {});
  return storageId;
}

const order = async (caller: Caller, model: string, params: object): Promise<string> =>
  ((await send(caller, "/v1/generations", { model, params })) as { job: Job }).job.id;

interface Made extends Job {
  resultStorageIds: string[];
}

/** Waits with long pauses, so that reading is no load. Throws when the job did not succeed. */
async function ended(caller: Caller, id: string, askMs: number): Promise<Made> {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await sleep(askMs)) {
    const answer = await fetch(`${caller.url}/v1/generations/${id}`, { headers: caller.headers });
    const { job } = (await answer.json()) as { job: Made & { errorMessage: string | null } };
    if (job.status === "succeeded") return job;
    if (job.status === "failed" || job.status === "canceled")
      throw new Error(`${job.status}: ${job.errorMessage}`);
  }
  throw new Error(`The job ${id} does not end.`);
}

const secondsOf = ({ createdAt, completedAt }: Job) =>
  (Date.parse(completedAt ?? "") - Date.parse(createdAt)) / 1000;

/** Measures the models of `local`, and what 50 of their jobs at once cost the rest of the API. */
export const local: Part = {
  name: "local",
  async run() {
    await using left = new AsyncDisposableStack();
    const kiln = await startKilnProcess();
    left.defer(() => kiln.stop());
    const caller = await makeCaller(kiln.url);
    const make = async (model: string, params: object) =>
      ended(caller, await order(caller, model, params), 100);
    const image = await uploadPhoto(caller);
    const [source = ""] = (await make("local-motion", film)).resultStorageIds;
    const [voice = ""] = (await make("local-voice", speech)).resultStorageIds;
    const inputs = { image, film: source, voice };
    const figures: Figure[] = [];
    for (const [name, unit, model, params] of UNITS)
      figures.push({
        name: `${name}, ${unit}`,
        value: secondsOf(await make(model, params(inputs))),
        unit: "s",
        note: "from submission to settled, nothing else to do",
      });
    return [...figures, ...(await mixed(kiln.url))];
  },
};

async function mixed(url: string): Promise<Figure[]> {
  const watcher = await makeCaller(url);
  const p99 = async (work: Promise<unknown>) =>
    percentile(await beside(`${url}/v1/account`, watcher.headers, work), 0.99);
  const callers = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const caller = await makeCaller(url);
      const image = await uploadPhoto(caller);
      return { caller, image };
    }),
  );
  await p99(sleep(1000));
  const idle = await p99(sleep(IDLE_MS));
  const started = performance.now();
  const makeAll = async () => {
    const ids = await Promise.all(
      callers.flatMap(({ caller, image }) =>
        [
          ["local-canvas", picture],
          ["local-motion", film],
          ["local-upscale-sharp", larger(image)],
          ["local-voice", speech],
          ["local-music", { kind: "audio", prompt: "calm", durationSeconds: 10 }],
        ]
          .slice(0, JOBS_EACH)
          .map(async ([model, params]) => {
            const id = await order(caller, model as string, params as object);
            return { caller, id };
          }),
      ),
    );
    for (const { caller, id } of ids) await ended(caller, id, ASK_MS);
  };
  const busy = await p99(makeAll());
  return [
    {
      name: `GET /v1/account beside ${ACCOUNTS * JOBS_EACH} local jobs, p99, to idle`,
      value: busy / idle,
      unit: "ratio",
      target: { below: 3 },
      note: `${busy.toFixed(1)} to ${idle.toFixed(1)} ms; pictures, films, upscales, speech and music of ${ACCOUNTS} accounts in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    },
  ];
}
