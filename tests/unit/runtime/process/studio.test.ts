import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import {
  type Limits,
  scriptBeside,
  Studio,
  StudioError,
  type StudioWork,
} from "../../../../runtime/process/studio/index.js";
import type { TestWork } from "../../../helpers/studio-script.js";
import { waitUntil } from "../../../helpers/wait-until.js";

const SCRIPT = scriptBeside(import.meta, "../../../helpers/studio-script");
const ROOMY: Limits = { cpuSeconds: 60, wallSeconds: 120, memoryMb: 400 };
const open = () => new Studio({ processes: { quick: 2, long: 2 }, totalMb: 600 });
const forever = new AbortController().signal;

const order = (data: TestWork, options: Partial<StudioWork> = {}): StudioWork => ({
  script: SCRIPT,
  data,
  account: "ann",
  lane: "quick",
  limits: ROOMY,
  signal: forever,
  ...options,
});
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a work gives what its script gives, and tells a refusal from a fault of ours", async (t) => {
  const studio = open();
  t.deepEqual(await studio.run(order({ do: "echo", value: { a: [1] } })), { a: [1] });
  const refused = await t.throwsAsync(studio.run(order({ do: "refuse" })), { instanceOf: StudioError });
  t.is(refused.fault, "refused");
  t.is(refused.message, "it is not what was asked for");
  t.true(refused.isOfInput);
  const failed = await t.throwsAsync(studio.run(order({ do: "throw" })), { instanceOf: StudioError });
  t.is(failed.fault, "failed");
  t.false(failed.isOfInput);
});

test("a process that ends fails its own work, and the next one has another (rules/running 25)", async (t) => {
  const studio = open();
  const died = await t.throwsAsync(studio.run(order({ do: "exit" })), { instanceOf: StudioError });
  t.is(died.fault, "died");
  t.is(await studio.run(order({ do: "echo", value: 1 })), 1);
});

test("what takes more processor time than it may is ended, though it never gives its loop a turn (rules/running 25)", async (t) => {
  const limits = { ...ROOMY, cpuSeconds: 0.5 };
  const late = await t.throwsAsync(open().run(order({ do: "spin" }, { limits })), {
    instanceOf: StudioError,
  });
  t.is(late.fault, "time");
  t.regex(late.message, /0\.5 seconds/u);
});

test("what does nothing for longer than it may is ended (rules/running 25)", async (t) => {
  const limits = { ...ROOMY, wallSeconds: 0.5 };
  const late = await t.throwsAsync(open().run(order({ do: "wait" }, { limits })), {
    instanceOf: StudioError,
  });
  t.is(late.fault, "time");
});

test("what takes more memory than it may is ended, bit by bit or in one piece (rules/running 25)", async (t) => {
  const studio = open();
  const limits = { ...ROOMY, memoryMb: 160 };
  const eaten = await t.throwsAsync(
    studio.run(order({ do: "eat", mb: 320, milliseconds: 60_000 }, { limits })),
    { instanceOf: StudioError },
  );
  t.is(eaten.fault, "memory");
  t.regex(eaten.message, /160 MB/u);
  await t.throwsAsync(studio.run(order({ do: "allocate", mb: 2000 }, { limits })), {
    instanceOf: StudioError,
  });
});

test("an account has one work under way in a lane, whatever it asks for; another one's is done meanwhile (rules/running 24 and 25)", async (t) => {
  const studio = open();
  const done: string[] = [];
  const ending = new AbortController();
  const mine = Promise.allSettled(
    [1, 2, 3, 4].map(() =>
      studio.run(order({ do: "wait" }, { signal: ending.signal })).finally(() => done.push("ann")),
    ),
  );
  await studio.run(order({ do: "echo", value: 1 }, { account: "bob" })).then(() => done.push("bob"));
  t.deepEqual(done, ["bob"]);
  const cat = studio.run(order({ do: "echo", value: 1 }, { account: "cat", lane: "long" }));
  t.is(await cat, 1);
  ending.abort(new Error("enough"));
  const ends = await mine;
  t.true(ends.every((end) => end.status === "rejected" && end.reason.message === "enough"));
});

test("accounts take turns: who asked for many waits behind who asked for one (rules/running 24)", async (t) => {
  const studio = new Studio({ processes: { quick: 1, long: 1 }, totalMb: 600 });
  // The start of a process may take more than the second after which further works begin; one that runs answers within it.
  await studio.run(order({ do: "echo", value: 0 }, { account: "dan" }));
  const done: string[] = [];
  const ask = (account: string) =>
    studio.run(order({ do: "echo", value: 1 }, { account })).then(() => done.push(account));
  await Promise.all([...[1, 2, 3, 4].map(() => ask("ann")), ask("bob"), ask("cat")]);
  t.deepEqual(done, ["ann", "bob", "cat", "ann", "ann", "ann"]);
});

test("works that do not fit in memory together are done one after the other, and none is lost", async (t) => {
  const studio = new Studio({ processes: { quick: 2, long: 2 }, totalMb: 320 });
  const eat = (account: string) =>
    studio.run(order({ do: "eat", mb: 160, milliseconds: 1500 }, { account, lane: "long" }));
  t.deepEqual(await Promise.all([eat("ann"), eat("bob")]), [10, 10]);
});

test("an abort ends the process and what it has started, at once", async (t) => {
  const studio = open();
  const pid = Number(await studio.run(order({ do: "start" })));
  t.true(isAlive(pid));
  const ending = new AbortController();
  const waiting = studio.run(order({ do: "wait" }, { signal: ending.signal }));
  await sleep(50);
  ending.abort(new Error("canceled"));
  await t.throwsAsync(waiting, { message: "canceled" });
  await waitUntil(() => !isAlive(pid));
  t.is(await studio.run(order({ do: "echo", value: 2 })), 2);
});

test("a work of another account does not wait for the end of long ones, which give up their place and not their turn", async (t) => {
  const studio = open();
  const ending = new AbortController();
  const long = ["ann", "bob"].map((account) =>
    studio.run(order({ do: "wait" }, { account, signal: ending.signal })),
  );
  let isOver = false;
  const ended = Promise.allSettled(long).then(() => (isOver = true));
  t.is(await studio.run(order({ do: "echo", value: 1 }, { account: "cat" })), 1);
  t.false(isOver);
  // When long works of others take all places, no further work begins: the machine is full.
  const more = ["cat", "dan"].map((account) =>
    studio.run(order({ do: "wait" }, { account, signal: ending.signal })),
  );
  const allEnded = Promise.allSettled(more);
  const last = studio.run(order({ do: "echo", value: 2 }, { account: "eve" }));
  const isFirst = await Promise.race([last.then(() => true), sleep(2500, false)]);
  t.false(isFirst);
  ending.abort(new Error("enough"));
  t.is(await last, 2);
  await Promise.all([ended, allEnded]);
});

/** Asks for one work after the other in the lane `quick`, all at once, and counts those that ended. */
function ask(studio: Studio, account: string, { works, data }: { works: number; data: TestWork }) {
  const ending = new AbortController();
  const counts = { ended: 0 };
  const all = Promise.allSettled(
    Array.from({ length: works }, () =>
      studio.run(order(data, { account, signal: ending.signal })).then(() => (counts.ended += 1)),
    ),
  );
  const end = () => (ending.abort(new Error("enough")), all);
  return { counts, end };
}

test("large works of one account in the lane quick keep no work of another account from its end (rules/running 24)", async (t) => {
  const studio = new Studio({ processes: { quick: 2, long: 2 }, totalMb: 320 });
  const large: TestWork = { do: "eat", mb: 208, milliseconds: 300 };
  const ann = ask(studio, "ann", { works: 24, data: large });
  const held: TestWork = { do: "eat", mb: 160, milliseconds: 1200 };
  await Promise.all([
    studio.run(order(held, { account: "bob", lane: "long" })),
    studio.run(order(held, { account: "cat" })),
  ]);
  t.true(ann.counts.ended < 12, String(ann.counts.ended));
  await ann.end();
});
