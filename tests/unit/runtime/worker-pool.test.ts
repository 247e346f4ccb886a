import { join } from "node:path";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { WorkerPool } from "../../../runtime/worker-pool.js";

const script = join(import.meta.dirname, "../../helpers/slow-worker.js");

const opened = (options: { limitMs?: number; size?: number; idleMs?: number } = {}) =>
  new WorkerPool({ script, limitMs: 60_000, ...options });

const codeOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof ServiceError ? error.code : error instanceof Error ? error.message : null;
};

test("work comes back from its thread, in any number", async (t) => {
  const pool = opened({ size: 2 });
  const said = await Promise.all(Array.from({ length: 50 }, (_, say) => pool.run({ say })));
  t.deepEqual(
    said,
    Array.from({ length: 50 }, (_, index) => index),
  );
  t.deepEqual(await pool.run({ say: new Uint8Array([1, 2]) }), new Uint8Array([1, 2]));
  await pool.stop();
});

test("what is thrown there is thrown here: refusals as they are, faults by their message", async (t) => {
  const pool = opened({ size: 1 });
  t.is(await codeOf(pool.run({ refuse: "no" })), "invalid_params");
  t.is(await codeOf(pool.run({ fail: "a fault" })), "a fault");
  t.is(await pool.run({ say: "on" }), "on");
  await pool.stop();
});

test("work that takes too long ends with its thread; the next gets another one", async (t) => {
  const pool = opened({ size: 1, limitMs: 3000 });
  const [hung, next] = [pool.run({ hang: true }), pool.run({ say: "next" })];
  t.is(await codeOf(hung), "unavailable");
  t.is(await next, "next");
  await pool.stop();
});

test("a stop ends work in hand and work that waits; the next work starts anew", async (t) => {
  const pool = opened({ size: 1 });
  const refused = Promise.all([codeOf(pool.run({ hang: true })), codeOf(pool.run({ say: 1 }))]);
  await pool.stop();
  t.deepEqual(await refused, ["unavailable", "unavailable"]);
  t.is(await pool.run({ say: "again" }), "again");
  await pool.stop();
});

test("an idle thread ends, and the next work has a new one", async (t) => {
  const pool = opened({ size: 1, idleMs: 1 });
  for (let say = 0; say < 5; say++) {
    t.is(await pool.run({ say }), say);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await pool.stop();
});
