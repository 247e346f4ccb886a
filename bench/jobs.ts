import type { Caller } from "./caller.js";
import { Connection, requestBytes } from "./load/connection.js";

const TERMINAL = new Set(["succeeded", "failed", "canceled"]);
const MAX_WAIT_MS = 60_000;

export interface Job {
  id: string;
  status: string;
  createdAt: string;
  completedAt: string | null;
}

const parse = (body: Buffer): { job: Job; jobs: Job[] } => JSON.parse(body.toString("utf8"));

export const submission = (caller: Caller, prompt: string): Buffer =>
  submissionOf(caller, "mock-image", prompt);

/** Makes a request for an image of a model, with the parameters that all models of images take. */
export const submissionOf = (caller: Caller, model: string, prompt: string): Buffer =>
  requestBytes(`${caller.url}/v1/generations`, "POST", caller.headers, {
    model,
    params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  });

/** Submits a job and returns it as it was answered. */
export const submit = async (connection: Connection, request: Buffer): Promise<Job> =>
  parse(await connection.send(request)).job;

/** Reads the job again and again until its status is no longer queued. */
export async function waitWhileQueued(connection: Connection, caller: Caller, id: string): Promise<Job> {
  const request = requestBytes(`${caller.url}/v1/generations/${id}`, "GET", caller.headers);
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end;) {
    const { job } = parse(await connection.send(request));
    if (job.status !== "queued") return job;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`The job ${id} stays queued.`);
}

/** Waits with long pauses until every one of the caller's newest `count` jobs has ended. Throws when one did not succeed. */
export async function waitForAll(connection: Connection, caller: Caller, count: number): Promise<Job[]> {
  const end = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const jobs: Job[] = [];
    for (let offset = 0; offset < count; offset += 200) {
      const url = `${caller.url}/v1/generations?limit=${Math.min(200, count - offset)}&offset=${offset}`;
      jobs.push(...parse(await connection.send(requestBytes(url, "GET", caller.headers))).jobs);
    }
    if (jobs.length === count && jobs.every((job) => TERMINAL.has(job.status))) {
      const wrong = jobs.find((job) => job.status !== "succeeded");
      if (wrong) throw new Error(`The job ${wrong.id} ${wrong.status}.`);
      return jobs;
    }
    if (Date.now() > end) throw new Error("Jobs do not end.");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
