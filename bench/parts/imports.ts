import { performance } from "node:perf_hooks";
import { type Caller, makeCaller, send } from "../caller.js";
import type { Figure } from "../figure.js";
import { Connection, requestBytes } from "../load/connection.js";
import { median, percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { startServer } from "../servers/start-server.js";

const IMPORTS = 64;
const FILE_BYTES = 12 * 2 ** 20;
const ROUNDS = 5;
const IDLE_MS = 3000;
/** Of an account at once, as imports are. */
const AT_ONCE = 4;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How long each of the requests took that were sent one after the other while the work went on, in ms. */
async function latencies(caller: Caller, work: () => Promise<unknown>): Promise<number[]> {
  const connection = await Connection.open(caller.url);
  const request = requestBytes(`${caller.url}/v1/account`, "GET", caller.headers);
  const took: number[] = [];
  let isOver = false;
  const ended = work().finally(() => (isOver = true));
  while (!isOver) {
    const started = performance.now();
    await connection.send(request);
    took.push(performance.now() - started);
  }
  connection.close();
  await ended;
  return took;
}

/** 64 imports at once; what they left in work, the thumbnails, is over a little later. */
const importAll = (caller: Caller, url: string) =>
  Promise.all(Array.from({ length: IMPORTS }, () => send(caller, "/v1/uploads/import", { url })));

/** As many copies of the same size that the server knows nothing of. */
async function copyAll(copier: string, url: string): Promise<void> {
  let left = IMPORTS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const answer = await fetch(`${copier}/?url=${encodeURIComponent(url)}`);
        if (!answer.ok) throw new Error(`A copy failed: ${answer.status}`);
        await answer.arrayBuffer();
      }
    }),
  );
}

/** What imports cost the rest of the API. */
export const imports: Part = {
  name: "imports",
  async run() {
    await using left = new AsyncDisposableStack();
    const kiln = await startKilnProcess({ ALLOW_PRIVATE_NETWORK: "1" });
    left.defer(() => kiln.stop());
    const origin = await startServer("origin", {});
    left.defer(() => origin.stop());
    const copier = await startServer("copier", { FOLDER: kiln.dataDir });
    left.defer(() => copier.stop());
    const url = `${origin.url}/film.mp4?size=${FILE_BYTES}`;
    const caller = await makeCaller(kiln.url);
    // Warms up, and starts what is started when it is needed.
    await latencies(caller, () => sleep(IDLE_MS));
    await send(caller, "/v1/uploads/import", { url });
    const rounds: { idle: number; beside: number; bare: number; seconds: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idle = percentile(await latencies(caller, () => sleep(IDLE_MS)), 0.99);
      const started = performance.now();
      let seconds = 0;
      const beside = await latencies(caller, () =>
        importAll(caller, url).then(() => (seconds = (performance.now() - started) / 1000)),
      );
      await sleep(IDLE_MS);
      const bare = await latencies(caller, () => copyAll(copier.url, url));
      rounds.push({ idle, beside: percentile(beside, 0.99), bare: percentile(bare, 0.99), seconds });
      await sleep(IDLE_MS);
    }
    return figuresOf(rounds);
  },
};

function figuresOf(
  rounds: readonly { idle: number; beside: number; bare: number; seconds: number }[],
): Figure[] {
  const of = (name: "idle" | "beside" | "bare" | "seconds") => median(rounds.map((round) => round[name]));
  const speed = Math.round((IMPORTS * FILE_BYTES) / 2 ** 20 / of("seconds"));
  return [
    {
      name: `GET /v1/account beside ${IMPORTS} imports, p99, to idle`,
      value: median(rounds.map(({ beside, idle }) => beside / idle)),
      unit: "ratio",
      target: { below: 3 },
      note: `${of("beside").toFixed(1)} to ${of("idle").toFixed(1)} ms; ${FILE_BYTES / 2 ** 20} MB each, ${speed} MB/s, with their thumbnails`,
    },
    {
      name: "GET /v1/account beside copies that are no imports, p99, to idle",
      value: median(rounds.map(({ bare, idle }) => bare / idle)),
      unit: "ratio",
      note: "what the same traffic costs when another program makes it: the processors' share of the line above",
    },
  ];
}
