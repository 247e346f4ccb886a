import { setTimeout as sleep } from "node:timers/promises";
import { makePng } from "../../../plugins/kit/media/png.js";
import { Client } from "../client.js";
import { upload } from "../upload.js";
import { waitForJob } from "../wait-for-job.js";
import type { Order } from "./messages.js";

/** Time after which a call counts as not answered. */
const ANSWER_MS = 20_000;

export type WitnessCall = () => Promise<void>;

/** Returns the calls of an account that takes no part in the attack: five, and a sixth where it signs in. */
export async function makeCalls(order: Order): Promise<Record<string, WitnessCall>> {
  const api = new Client(order.url, { authorization: `Bearer ${order.key}` });
  const reader = new Client(order.url, { authorization: `Bearer ${order.deliveryToken}` });
  const bytes = await makePng(64, 64, [
    [10, 20, 30],
    [200, 210, 220],
  ]);
  const known = await upload(api, "image/png", bytes);
  const { credentials } = order;
  const page = `/v1/content/${order.projectId}/documents/${order.documentId}`;
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
      const made = await api.post("/v1/generations", order.job);
      expect(made, "POST /v1/generations");
      const { status } = await waitForJob(api, made.body.job.id, undefined, ANSWER_MS);
      if (status !== "succeeded") throw new Error(`the job ${status}`);
    },
    "delivery read": async () => expect(await reader.get(page), "a delivery read"),
    ...(credentials !== null && {
      "sign-in": async () => expect(await api.with({}).post("/v1/auth/sign-in", credentials), "a sign-in"),
    }),
  };
}

function expect({ status, body }: { status: number; body: unknown }, what: string): void {
  if (status !== 200) throw new Error(`${what} gave ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

/** Makes a call and returns its duration in milliseconds. Throws when the call failed or was not answered in time. */
export async function timed(call: WitnessCall): Promise<number> {
  const late = new AbortController();
  const started = performance.now();
  try {
    await Promise.race([
      call(),
      sleep(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error(`there was no answer within ${ANSWER_MS / 1000} s`);
      }),
    ]);
    return performance.now() - started;
  } finally {
    late.abort();
  }
}
