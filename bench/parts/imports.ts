import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Caller, makeCaller, send } from "../caller.js";
import type { Figure } from "../figure.js";
import { beside } from "../load/beside.js";
import { median, percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { startKilnProcess } from "../processes/kiln-process.js";
import { startServer } from "../servers/start-server.js";

const IMPORTS = 64;
const FILE_BYTES = 12 * 2 ** 20;
const ROUNDS = 5;
const IDLE_MS = 3000;
/** Number of copies at once, the same as an account's imports at once. */
const AT_ONCE = 4;

interface Round {
  /** 99th percentiles in ms. */
  idle: number;
  importing: number;
  copying: number;
  /** Duration of the imports. */
  seconds: number;
}

/** Returns the 99th percentile, in ms, of answers to `GET /v1/account` while the work goes on. */
const p99 = async ({ url, headers }: Caller, work: Promise<unknown>): Promise<number> =>
  percentile(await beside(`${url}/v1/account`, headers, work), 0.99);

/** Makes 64 imports at once. Their remaining work, the thumbnails, ends a little later. */
const importAll = (caller: Caller, url: string) =>
  Promise.all(Array.from({ length: IMPORTS }, () => send(caller, "/v1/uploads/import", { url })));

/** Makes as many copies of the same size without the server. */
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

/** Measures what imports cost the rest of the API. */
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
    // The first requests warm up, and start the processes that are started on demand.
    await p99(caller, sleep(IDLE_MS));
    await send(caller, "/v1/uploads/import", { url });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idle = await p99(caller, sleep(IDLE_MS));
      const started = performance.now();
      const importing = await p99(caller, importAll(caller, url));
      const seconds = (performance.now() - started) / 1000;
      await sleep(IDLE_MS);
      rounds.push({ idle, importing, copying: await p99(caller, copyAll(copier.url, url)), seconds });
      await sleep(IDLE_MS);
    }
    return figuresOf(rounds);
  },
};

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]));
  const speed = Math.round((IMPORTS * FILE_BYTES) / 2 ** 20 / of("seconds"));
  return [
    {
      name: `GET /v1/account beside ${IMPORTS} imports, p99, to idle`,
      value: median(rounds.map(({ importing, idle }) => importing / idle)),
      unit: "ratio",
      target: { below: 3 },
      note: `${of("importing").toFixed(1)} to ${of("idle").toFixed(1)} ms; ${FILE_BYTES / 2 ** 20} MB each, ${speed} MB/s, with their thumbnails`,
    },
    {
      name: "GET /v1/account beside copies that are no imports, p99, to idle",
      value: median(rounds.map(({ copying, idle }) => copying / idle)),
      unit: "ratio",
      note: "what the same traffic costs when another program makes it: the processors' share of the line above",
    },
  ];
}
