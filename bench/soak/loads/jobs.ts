import { randomUUID } from "node:crypto";
import type { Person } from "../../../tests/helpers/client.js";
import { mockRequest } from "../../../tests/helpers/mock-request.js";
import type { Caller } from "../caller.js";
import type { Load } from "../scene.js";

interface Job {
  id: string;
  status: string;
  costCredits: number;
  resultUrls?: readonly string[] | null;
}
interface Known {
  key: string;
  status: string;
}

const ENDS = new Set(["succeeded", "failed", "canceled"]);
const PROMPTS = ["at once", "[slow=0.3] soon", "[slow=1] later", "[fail] never"];

/** Submits jobs under keys, repeats a key until it gets the job, and reads the jobs afterwards. */
export class Jobs implements Load {
  readonly #caller: Caller;
  readonly #person: Person;
  readonly #jobs = new Map<string, Known>();
  #submitted = 0;

  constructor(caller: Caller, person: Person) {
    this.#caller = caller;
    this.#person = person;
  }

  get accountId(): string {
    return this.#person.id;
  }

  /** Ids of the jobs that were acknowledged. */
  get ids(): IterableIterator<string> {
    return this.#jobs.keys();
  }

  async step(): Promise<void> {
    const key = randomUUID();
    const prompt = PROMPTS[(this.#submitted += 1) % PROMPTS.length];
    const { body, title, begun } = await this.#caller.insist<{ job: Job }>({
      kind: "jobs: submit",
      method: "POST",
      path: "/v1/generations",
      headers: { ...this.#person.api.headers, "idempotency-key": key },
      body: mockRequest(prompt),
    });
    const twin = this.#jobs.get(body.job.id);
    if (twin !== undefined)
      this.#caller.violate(`${title}: key ${key} got the job of key ${twin.key}`, begun);
    this.#jobs.set(body.job.id, { key, status: body.job.status });
    const ids = [...this.#jobs.keys()];
    await this.#look(ids[Math.floor(Math.random() * ids.length)] ?? body.job.id);
  }

  /** Reads a job. A job that has ended must stay as it ended. */
  async #look(id: string): Promise<Job> {
    const { body, title, begun } = await this.#caller.insist<{ job: Job }>({
      kind: "jobs: read",
      path: `/v1/generations/${id}`,
      headers: this.#person.api.headers,
    });
    const known = this.#jobs.get(id);
    if (known !== undefined && ENDS.has(known.status) && known.status !== body.job.status)
      this.#caller.violate(`${title}: the job was ${known.status} and is ${body.job.status}`, begun);
    if (known !== undefined) known.status = body.job.status;
    return body.job;
  }

  async prove(): Promise<void> {
    for (const id of this.#jobs.keys()) {
      const job = await this.#look(id);
      if (!ENDS.has(job.status)) this.#caller.violate(`Job ${id} is still ${job.status}.`);
      if (job.status !== "succeeded") continue;
      const answer = await fetch(job.resultUrls?.[0] ?? "about:blank").catch(() => null);
      await answer?.body?.cancel();
      if (answer?.status !== 200)
        this.#caller.violate(`Job ${id} succeeded, and its picture cannot be fetched.`);
    }
  }
}
