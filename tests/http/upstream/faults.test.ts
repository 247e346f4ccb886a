import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { dealt } from "../../helpers/dealt.js";
import { ofRings } from "../../helpers/of-rings.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { CASES } from "../../helpers/upstream-cases.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import type { Fault, Upstream } from "../../stand-ins/upstream/serve-upstream.js";

/** Each adapter runs in a whole process against its vendor's stand-in. The tests are about what the engine makes of faults. */
let kiln: Kiln;
let person: Person;
let upstreams: Readonly<Record<string, Upstream>>;
let close: () => Promise<void>;
test.before(async () => {
  const started = await startUpstreams();
  ({ upstreams, close } = started);
  // A job whose order is not known ends as `timeout` when this time is over, and no row may meet it on a slow machine.
  kiln = await startKiln({ ...started.env, UPSTREAM_RETRY_SECONDS: "80", UPSTREAM_TIMEOUT_SECONDS: "60" });
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 100_000);
  for (const { model } of Object.values(CASES))
    await operator.session.patch(`/v1/admin/models/${model}`, { paidOnly: false });
});
test.after.always(async () => {
  await kiln?.stop();
  await close?.();
});

interface Row {
  what: string;
  faults?: Fault[];
  prompt?: string;
  status: "succeeded" | "failed";
  code?: string;
  message?: RegExp;
  /** Number of orders that the vendor took. */
  orders: number;
  /** Vendors to which the row is limited. */
  only?: readonly string[];
}

const ROWS: readonly Row[] = [
  { what: "a plain job", status: "succeeded", orders: 1 },
  {
    what: "429 with Retry-After, then the order",
    faults: [{ status: 429, headers: { "retry-after": "1" }, json: { error: "slow down" } }],
    status: "succeeded",
    orders: 1,
  },
  { what: "503, then the order", faults: [{ status: 503, json: {} }], status: "succeeded", orders: 1 },
  {
    what: "a connection that closes after the order was taken: it is not ordered again",
    faults: [{ closes: true, isTaken: true }],
    status: "failed",
    code: "unknown_outcome",
    orders: 1,
    only: ["fal", "replicate", "openai", "elevenlabs", "google", "openai-compatible"],
  },
  {
    what: "the same with an engine that can be asked whether it knows the order: nothing is lost",
    faults: [{ closes: true, isTaken: true }],
    status: "succeeded",
    orders: 1,
    only: ["comfyui"],
  },
  {
    what: "an empty balance",
    faults: [{ status: 402, json: { detail: "Insufficient credit" } }],
    status: "failed",
    code: "provider_balance",
    orders: 0,
  },
  {
    what: "a refusal of what was asked for",
    faults: [{ status: 400, json: { error: { message: "no such size" } } }],
    status: "failed",
    code: "invalid_params",
    orders: 0,
    only: ["fal", "replicate", "openai", "openai-compatible", "comfyui"],
  },
  {
    what: "a slow drip of bytes",
    faults: [{ dripMs: 1, isTaken: true }],
    status: "succeeded",
    orders: 1,
    only: ["fal", "replicate", "google", "comfyui"],
  },
  {
    what: "an answer of 10 GB",
    faults: [{ isEndless: true, isTaken: true }],
    status: "failed",
    code: "unknown",
    message: /answered with more than 67108864 bytes/,
    orders: 1,
    only: ["fal", "openai", "google"],
  },
  {
    what: "results that expired",
    prompt: "[expired]",
    status: "failed",
    orders: 1,
    only: ["fal", "replicate", "comfyui"],
  },
  { what: "a page instead of a picture", prompt: "[page]", status: "failed", orders: 1, only: ["fal"] },
];

const [FIRST] = Object.keys(CASES);
for (const [id, each] of dealt(Object.entries(CASES))) {
  const ends = each.ends
    .filter(([prompt]) => prompt !== "")
    .map(([prompt, { failure }]): Row => ({
      what: prompt,
      prompt,
      status: "failed",
      orders: 1,
      ...(failure && { code: failure }),
    }));
  // The rings have each way of the first vendor, and of the others those that are their own or about a paid order.
  const isAlways = ({ only, orders }: Row) =>
    id === FIRST || only?.length === 1 || (orders === 1 && only?.includes("openai") === true);
  const own = ofRings([...ROWS, ...ends], { each: ROWS.length + ends.length, always: isAlways });
  const rows = own.filter(({ only }) => only === undefined || only.includes(id));
  test.serial(
    `${id}: ${rows.length} ways in which orders go, each ordered, charged and kept once at most (rules/models 26 and 27)`,
    async (t) => {
      const upstream = upstreams[id];
      if (!upstream) throw new Error(id);
      let expected = 0;
      // All rows run at once; a mark in each prompt tells apart what a vendor saw.
      await Promise.all(
        rows.map(async ({ what, faults = [], prompt = "a kite", status, code, message, orders }) => {
          const about = `${id}: ${what}`;
          const mark = randomUUID();
          expected += orders;
          upstream.faults.push(...faults.map((fault): Fault => ({ ...fault, of: mark })));
          const params = { ...each.params, prompt: `${prompt} ${mark}` };
          const { status: given, body } = await person.api.post("/v1/generations", {
            model: each.model,
            params,
          });
          t.is(given, 200, `${about}: ${JSON.stringify(body)}`);
          const job = await waitForJob(person.api, body.job.id, undefined, 90_000);
          t.is(job.status, status, `${about}: ${job.errorMessage}`);
          t.is(job.costCredits, status === "succeeded" ? body.estimatedCredits : 0, about);
          if (code !== undefined) t.is(job.error?.code, code, `${about}: ${job.errorMessage}`);
          if (message !== undefined) t.regex(job.errorMessage ?? "", message, about);
          t.is(upstream.orders.filter((taken) => taken.body.includes(mark)).length, orders, about);
          const ledger = await kiln.host.read.query("SELECT id FROM ledger_entries WHERE ref = ?", [job.id]);
          t.is(ledger.length, status === "succeeded" ? 1 : 0, about);
          for (const url of job.resultUrls ?? []) t.is((await fetch(url)).status, 200, about);
        }),
      );
      t.deepEqual(upstream.faults, []);
      // Each order belongs to one of the rows.
      t.is(upstream.orders.length, expected);
    },
  );
}
