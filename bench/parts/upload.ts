import { request } from "node:http";
import { performance } from "node:perf_hooks";
import { randomBytes } from "node:crypto";
import { type Caller, makeCaller, send } from "../caller.js";
import type { Figure } from "../figure.js";
import { median } from "../load/percentile.js";
import type { Part } from "../part.js";
import { type KilnProcess, startKilnProcess } from "../processes/kiln-process.js";
import { residentMegabytes, watchPeak } from "../processes/resident-memory.js";
import { startServer } from "../servers/start-server.js";

const MB = 1e6;
const ROUND_BYTES = 100 * MB;
const ROUNDS = 7;
const LARGE_BYTES = 200 * MB;
const CONTENT_TYPE = "application/octet-stream";
const chunk = randomBytes(1 * MB);

/** Sends a PUT of the given bytes as fast as they are taken. Returns MB/s up to the answer. */
function put(url: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sending = request(
      url,
      { method: "PUT", headers: { "content-type": CONTENT_TYPE, "content-length": bytes } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`PUT: ${answer.statusCode}`));
        answer.resume().once("end", () => resolve((bytes / MB / (performance.now() - started)) * 1000));
      },
    );
    sending.once("error", reject);
    let left = bytes;
    const write = (): void => {
      while (left > 0) {
        left -= chunk.length;
        if (!sending.write(chunk)) return void sending.once("drain", write);
      }
      sending.end();
    };
    write();
  });
}

/** Uploads by ticket, PUT and commit, and deletes the file. Returns the MB/s of the PUT. */
async function upload(caller: Caller, bytes: number): Promise<number> {
  const ticket = await send(caller, "/v1/uploads/ticket", { contentType: CONTENT_TYPE, sizeBytes: bytes });
  const speed = await put(String(ticket.uploadUrl), bytes);
  await send(caller, `/v1/uploads/${String(ticket.storageId)}/commit`, {});
  await fetch(`${caller.url}/v1/storage/${String(ticket.storageId)}`, {
    method: "DELETE",
    headers: caller.headers,
  });
  return speed;
}

async function speed(kiln: KilnProcess): Promise<Figure> {
  const caller = await makeCaller(kiln.url);
  const sink = await startServer("sink", { FOLDER: kiln.dataDir });
  try {
    await upload(caller, ROUND_BYTES);
    await put(sink.url, ROUND_BYTES);
    const rounds: { subject: number; baseline: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const subject = await upload(caller, ROUND_BYTES);
      rounds.push({ subject, baseline: await put(sink.url, ROUND_BYTES) });
    }
    const [own, bare] = [rounds.map((round) => round.subject), rounds.map((round) => round.baseline)];
    return {
      name: "Upload, to a bare stream to disk",
      value: median(rounds.map(({ subject, baseline }) => subject / baseline)),
      unit: "ratio",
      target: { atLeast: 0.7 },
      note: `${Math.round(median(own))} to ${Math.round(median(bare))} MB/s, ${ROUND_BYTES / MB} MB each`,
    };
  } finally {
    await sink.stop();
  }
}

async function memory(kiln: KilnProcess): Promise<Figure> {
  const caller = await makeCaller(kiln.url);
  // The first upload warms up.
  await upload(caller, LARGE_BYTES);
  const before = residentMegabytes(kiln.pid);
  const peak = watchPeak(kiln.pid);
  await upload(caller, LARGE_BYTES);
  return {
    name: `Peak memory that an upload of ${LARGE_BYTES / MB} MB adds`,
    value: Math.max(0, peak() - before),
    unit: "MB",
    target: { below: 100 },
    note: `resident before: ${Math.round(before)} MB`,
  };
}

/** Measures a figure on a fresh process. */
async function fresh(measure: (kiln: KilnProcess) => Promise<Figure>): Promise<Figure> {
  const kiln = await startKilnProcess();
  try {
    return await measure(kiln);
  } finally {
    await kiln.stop();
  }
}

/** Measures bytes through the edge into the disk driver. */
export const uploads: Part = {
  name: "upload",
  run: async () => [await fresh(speed), await fresh(memory)],
};
