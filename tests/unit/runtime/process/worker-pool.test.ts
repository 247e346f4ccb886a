import { join } from "node:path";
import test from "ava";
import { ServiceError } from "../../../../contracts/errors.js";
import { onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import { WorkerPool } from "../../../../runtime/process/worker-pool.js";

const script = join(import.meta.dirname, "../../../helpers/slow-worker.js");

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

test("one caller never has all threads: what others ask for is done beside work that takes long (rules/running 24; ADR-0025)", async (t) => {
  const pool = opened({ size: 2 });
  const greedy = Array.from({ length: 5 }, () =>
    onBehalfOf("greedy", () => codeOf(pool.run({ hang: true }))),
  );
  for (let say = 0; say < 3; say++) t.is(await onBehalfOf("modest", () => pool.run({ say })), say);
  await pool.stop();
  t.deepEqual(new Set(await Promise.all(greedy)), new Set(["unavailable"]));
});

test("callers take turns at a thread: nobody waits behind all that another asked for (rules/running 24)", async (t) => {
  const pool = opened({ size: 1 });
  const done: string[] = [];
  const ask = (caller: string) =>
    onBehalfOf(caller, () => pool.run({ say: caller }).then((said) => done.push(String(said))));
  await Promise.all([...Array.from({ length: 20 }, () => ask("greedy")), ask("modest")]);
  t.true(done.indexOf("modest") <= 2, done.join(" "));
  t.is(done.length, 21);
  await pool.stop();
});

test("a thread that ends by itself gives its caller's next work a new one", async (t) => {
  const pool = opened({ size: 1 });
  const [left, next] = onBehalfOf("somebody", () => [
    codeOf(pool.run({ leave: true })),
    pool.run({ say: "next" }),
  ]);
  t.is(await left, "unavailable");
  t.is(await next, "next");
  await pool.stop();
});
