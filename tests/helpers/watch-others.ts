import { setTimeout as sleep } from "node:timers/promises";
import { makePng } from "../../plugins/kit/media/png.js";
import type { Person } from "./client.js";
import { bytesTaken, processTree } from "./process-tree.js";
import { upload } from "./upload.js";
import { waitForJob } from "./wait-for-job.js";
import { callPauseMs } from "./witness/pause.js";

/** Time after which a call counts as not answered. */
const ANSWER_MS = 20_000;
const LOOK_MS = 250;

/** Report of what another account met while an attack ran. */
export interface Witnessed {
  /** Number of answers of each call. */
  answered: Readonly<Record<string, number>>;
  /** Duration in milliseconds that the slowest 1 % of each call reached. It is printed only, because machines differ. */
  p99: Readonly<Record<string, number>>;
  /** Calls that were refused or not answered. Empty when all is well. */
  failures: readonly string[];
  /** Most memory in bytes that the process and its descendants took at once. Shared pages are counted once. */
  peakBytes: number;
  peak: readonly string[];
}

/** Anything else that another account must be able to do meanwhile. */
export type WitnessCall = () => Promise<void>;

export interface WatchOptions {
  /** Pid of the process that is attacked. */
  pid: number;
  /** Person who takes no part in the attack. */
  person: Person;
  /** Further calls beside reading the account, uploading, reading a file and a small job. */
  calls?: Readonly<Record<string, WitnessCall>>;
  /** Small job that the person submits, by default one of the mock. */
  job?: { model: string; params: object };
}

const SMALL_JOB = {
  model: "mock-image",
  params: { kind: "image", prompt: "a small thing", aspectRatio: "1:1", numImages: 1 },
};

/**
 * Makes the calls of another account again and again, and watches the memory of the whole process tree, until `attack` has ended
 * and every call was made at least once.
 */
export async function watchOthers(
  { pid, person, calls = {}, job = SMALL_JOB }: WatchOptions,
  attack: () => Promise<void>,
): Promise<Witnessed> {
  const ending = new AbortController();
  const times = new Map<string, number[]>();
  const failures: string[] = [];
  const memory = watchMemory(pid, ending.signal);
  const all = { ...(await ordinaryCalls(person, job)), ...calls };
  const loops = Object.entries(all).map(async ([name, call]) => {
    const own: number[] = [];
    times.set(name, own);
    let done = 0;
    do {
      const started = performance.now();
      try {
        await answered(call);
        own.push(performance.now() - started);
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      done += 1;
      await sleep(callPauseMs(done), undefined, { signal: ending.signal }).catch(() => {});
    } while (!ending.signal.aborted);
  });
  try {
    await attack();
  } finally {
    ending.abort();
    await Promise.all(loops);
  }
  const each = <T>(of: (own: number[]) => T) =>
    Object.fromEntries([...times].map(([name, own]) => [name, of(own)]));
  return {
    answered: each((own) => own.length),
    p99: each((own) => Math.round(own.toSorted((a, b) => a - b)[Math.floor(own.length * 0.99)] ?? 0)),
    failures,
    ...(await memory),
  };
}

async function ordinaryCalls({ api }: Person, small: object): Promise<Record<string, WitnessCall>> {
  const bytes = await makePng(64, 64, [
    [10, 20, 30],
    [200, 210, 220],
  ]);
  const known = await upload(api, "image/png", bytes);
  return {
    account: async () => expect(await api.get("/v1/account"), "GET /v1/account"),
    upload: async () => void (await upload(api, "image/png", bytes)),
    "file read": async () => {
      const { body } = await api.get(`/v1/storage/${known}`);
      const read = await fetch(body.object.url);
      const got = await read.arrayBuffer();
      if (read.status !== 200 || got.byteLength !== bytes.length)
        throw new Error(`the file gave ${read.status} and ${got.byteLength} bytes`);
    },
    job: async () => {
      const made = await api.post("/v1/generations", small);
      expect(made, "POST /v1/generations");
      const { status } = await waitForJob(api, made.body.job.id, undefined, ANSWER_MS);
      if (status !== "succeeded") throw new Error(`the job ${status}`);
    },
  };
}

function expect({ status, body }: { status: number; body: unknown }, what: string): void {
  if (status !== 200) throw new Error(`${what} gave ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

async function answered(call: WitnessCall): Promise<void> {
  const late = new AbortController();
  try {
    await Promise.race([
      call(),
      sleep(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`there was no answer within ${ANSWER_MS / 1000} s`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

const inMb = (bytes: number): number => Math.round(bytes / 2 ** 20);

async function watchMemory(pid: number, ending: AbortSignal): Promise<Pick<Witnessed, "peakBytes" | "peak">> {
  let peakBytes = 0;
  let peak: readonly string[] = [];
  while (!ending.aborted) {
    const processes = await Promise.all(
      (await processTree(pid)).map(async (process) => ({ ...process, taken: await bytesTaken(process) })),
    );
    const total = processes.reduce((sum, { taken }) => sum + taken, 0);
    if (total > peakBytes) {
      peakBytes = total;
      peak = processes.map(
        ({ command, taken, residentBytes }) =>
          `${inMb(taken)} MB (${inMb(residentBytes)} resident) ${command.slice(-60)}`,
      );
    }
    await sleep(LOOK_MS);
  }
  return { peakBytes, peak };
}
