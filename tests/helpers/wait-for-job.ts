import type { Client } from "./client.js";
import { pauseBetweenLooks } from "./pause-between-looks.js";

interface Job {
  id: string;
  status: string;
  [field: string]: unknown;
}

/** Polls a job until its status is terminal, or one of the given statuses. */
export async function waitForJob(
  api: Client,
  id: string,
  states: readonly string[] = ["succeeded", "failed", "canceled"],
  timeoutMs = 150_000,
  // oxlint-disable-next-line no-explicit-any -- see Client
): Promise<any> {
  const began = performance.now();
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { status, body } = await api.get(`/v1/generations/${id}`);
    if (status !== 200) throw new Error(`job ${id}: ${JSON.stringify(body)}`);
    const job = body.job as Job;
    if (states.includes(job.status)) return job;
    if (Date.now() > end) throw new Error(`job ${id} is still ${job.status}`);
    await pauseBetweenLooks(began);
  }
}
