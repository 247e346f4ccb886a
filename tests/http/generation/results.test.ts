import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import test from "ava";
import sharp from "sharp";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import type { ModelProvider, ProviderOutput } from "../../../plugins/kit/model-provider.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { submitTo } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

let kiln: Kiln;
let ann: Person;
let png: Buffer;
let jpeg: Buffer;
test.before(async () => {
  kiln = await startKiln({ UPSTREAM_RETRY_SECONDS: "8", SIGNUP_CREDITS: "10000" });
  ann = await signUp(kiln.url);
  png = await makePng(8, 8, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  jpeg = await sharp(png).jpeg().toBuffer();
});
test.after.always(() => kiln?.stop());

type Answer = Awaited<ReturnType<ModelProvider["submit"]>>;
let count = 0;
/** Runs a job whose provider hands over these outputs. Returns the job and the number of its orders. */
async function handOver(outputs: () => readonly ProviderOutput[], resultOrigins?: readonly string[]) {
  let submits = 0;
  count += 1;
  const id = await submitTo(kiln, ann, `giver-${count}`, {
    ...(resultOrigins && { resultOrigins }),
    submit: async (): Promise<Answer> => {
      submits += 1;
      return { state: "succeeded", outputs: outputs() };
    },
  });
  return { job: await waitForJob(ann.api, id), submits };
}
const one = (body: ProviderOutput["body"], contentType = "image/png") => [{ contentType, body }];

const huge = () =>
  Readable.from(
    (function* () {
      yield png;
      for (let mb = 0; mb < 70; mb += 1) yield Buffer.alloc(2 ** 20);
    })(),
  );
const breaking = () =>
  Readable.from(
    (async function* () {
      yield png.subarray(0, 20);
      throw new Error("the upstream hung up");
    })(),
  );

const WRONG: [string, () => readonly ProviderOutput[], RegExp][] = [
  ["more files than were asked for", () => [...one(png), ...one(png)], /gave 2 files where 1 were asked for/],
  ["a file of another kind", () => one(png, "video/mp4"), /declared as video\/mp4, not as image/],
  [
    "a file that is another kind by its bytes",
    () => one(Buffer.from("RIFF\0\0\0\0WAVEfmt ")),
    /is audio\/wav by its bytes/,
  ],
  ["a page", () => one(Buffer.from("<!doctype html><title>502</title>")), /no media by its bytes/],
  ["an empty file", () => one(Buffer.alloc(0)), /it is empty/],
  ["an empty stream", () => one(Readable.from([])), /it is empty/],
  [
    "a picture that is cut off in its head",
    () => one(png.subarray(0, 14)),
    /its head is not one of image\/png/,
  ],
  [
    "a picture of no size",
    () => one(Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)])),
    /its head/,
  ],
  [
    "a picture of no more than its head",
    () => one(png.subarray(0, 33)),
    /cannot be used: it is not whole: it lacks its end \(IEND\)/,
  ],
  [
    "a photo that is cut off behind its head",
    () => one(Readable.from([jpeg.subarray(0, 200), jpeg.subarray(200, -2)]), "image/jpeg"),
    /it is not whole: it lacks its end \(EOI\)/,
  ],
  ["a picture of more than 64 MB", () => one(huge()), /larger than the 64 MB that image may have/],
  ["a stream that breaks off", () => one(breaking()), /broke off: the upstream hung up/],
  ["a stream of objects", () => one(Readable.from([{ no: "bytes" }])), /something else than bytes/],
];
for (const [name, outputs, message] of WRONG)
  test(`a result is checked before it is kept or charged: ${name} (rules/models 30)`, async (t) => {
    const { job, submits } = await handOver(outputs);
    t.is(job.status, "failed");
    t.regex(job.errorMessage, message);
    t.regex(job.errorMessage, /Nothing was charged\.$/u);
    t.is(job.costCredits, 0);
    t.false(job.charged);
    t.is(submits, 1);
    t.deepEqual(job.resultStorageIds ?? [], []);
  });

test("a result that is another format of its kind than it says is kept as what it is (rules/models 30)", async (t) => {
  const { job } = await handOver(() => one(jpeg));
  t.is(job.status, "succeeded", String(job.errorMessage));
  const read = await fetch(job.resultUrls[0]);
  t.is(read.headers.get("content-type"), "image/jpeg");
  t.is((await read.arrayBuffer()).byteLength, jpeg.length);
});

/** Starts an upstream that gives each of these answers in turn, and repeats the last one. */
async function upstream(
  answers: readonly ("404" | "cut" | "short" | "closed" | "empty" | "hang up" | "whole")[],
) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer === "404") return response.writeHead(404).end("not yet");
    if (answer === "hang up") return response.destroy();
    // A proxy that was itself cut off declares the length that it has, or ends without having declared one.
    if (answer === "short") return response.end(png.subarray(0, -5));
    if (answer === "closed")
      return response
        .writeHead(200, { connection: "close", "transfer-encoding": "identity" })
        .end(png.subarray(0, -5));
    if (answer === "empty") return response.end();
    response.writeHead(200, { "content-length": png.length });
    if (answer === "whole") return response.end(png);
    response.write(png.subarray(0, 10));
    setTimeout(() => response.destroy(), 50);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/result`), asked: () => asked, close: () => server.close() };
}

test("an address that does not give the result whole is fetched again, and nothing is ordered again (rules/models 31)", async (t) => {
  const server = await upstream(["404", "cut", "hang up", "whole"]);
  t.teardown(server.close);
  const { job, submits } = await handOver(() => one(server.url), [server.url.origin]);
  t.is(job.status, "succeeded", String(job.errorMessage));
  t.is(server.asked(), 4);
  t.is(submits, 1);
});

for (const cut of ["short", "closed", "empty"] as const)
  test(`a transfer that is cut without a sign of it (${cut}) is fetched again, and charged once (rules/models 31)`, async (t) => {
    const server = await upstream([cut, "whole"]);
    t.teardown(server.close);
    const { job, submits } = await handOver(() => one(server.url), [server.url.origin]);
    t.is(job.status, "succeeded", String(job.errorMessage));
    t.deepEqual([server.asked(), submits], [2, 1]);
    t.is(job.costCredits, 3);
    const charges = await kiln.host.read.query<{ n: number }>(
      "SELECT COUNT(*) AS n FROM ledger_entries WHERE ref = ?",
      [job.id],
    );
    t.is(Number(charges[0]?.n), 1);
  });

test("an address that never gives the result whole fails the job, uncharged (rules/models 31)", async (t) => {
  const server = await upstream(["short"]);
  t.teardown(server.close);
  const { job, submits } = await handOver(() => one(server.url), [server.url.origin]);
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /cannot be used: it is not whole: it lacks its end \(IEND\)/);
  t.is(job.costCredits, 0);
  t.true(server.asked() > 1);
  t.is(submits, 1);
});

test("an address that never gives the result fails the job, which was ordered once (rules/models 31)", async (t) => {
  const server = await upstream(["404"]);
  t.teardown(server.close);
  const { job, submits } = await handOver(() => one(server.url), [server.url.origin]);
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /could not be fetched: its address answered 404/);
  t.is(job.costCredits, 0);
  t.true(server.asked() > 1);
  t.is(submits, 1);
});

test("an address of a private host that the provider does not name as its operator's is never asked (rules/running 28)", async (t) => {
  const server = await upstream(["whole"]);
  t.teardown(server.close);
  const { job, submits } = await handOver(() => one(server.url));
  t.is(job.status, "failed");
  t.regex(job.errorMessage, /could not be fetched: its address cannot be read: /);
  t.is(job.costCredits, 0);
  t.deepEqual([server.asked(), submits], [0, 1]);
});

test("an upscale of a picture that gives a film is refused, uncharged; one that gives a picture is kept (rules/models 30)", async (t) => {
  const colours = [
    [90, 90, 200],
    [120, 90, 200],
  ] as const;
  const film = makeMp4({ width: 32, height: 32, seconds: 1, sound: false, colours });
  const source = await upload(ann.api, "image/png", png);
  for (const [body, contentType, status] of [
    [film, "video/mp4", "failed"],
    [png, "image/png", "succeeded"],
  ] as const) {
    const id = `larger-${status}`;
    const driver: ModelProvider = {
      id,
      resubmit: "never",
      models: [
        {
          id: `${id}-model`,
          kind: "upscale",
          displayName: id,
          providerModelId: id,
          paidOnly: false,
          pricing: { creditsPerRun: 3 },
          capabilities: { kind: "upscale", supportedTypes: ["image", "video"] },
        },
      ],
      submit: async () => ({ state: "succeeded", outputs: one(body, contentType) }),
    };
    kiln.host.plugins.swap({ name: id, version: "1", file: "a test", status: "loaded", error: null }, [
      { point: "modelProvider", name: id, driver },
    ]);
    const params = { kind: "upscale", sourceStorageId: source, durationSeconds: 1 };
    const submitted = await until(async () => {
      const answer = await ann.api.post("/v1/generations", { model: `${id}-model`, params });
      return answer.status === 200 && (answer.body.job.id as string);
    });
    const job = await waitForJob(ann.api, submitted);
    t.is(job.status, status, String(job.errorMessage));
    t.is(job.costCredits, status === "failed" ? 0 : 3);
    if (status === "failed") t.regex(job.errorMessage, /declared as video\/mp4, not as image/);
  }
});
