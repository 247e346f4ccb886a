import { spawn } from "node:child_process";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { WorkerClient, WorkerDied } from "../../../../engines/worker-client/index.js";
import { waitUntil } from "../../../helpers/wait-until.js";
import type { Question } from "./answer-worker.js";

function open(t: ExecutionContext): WorkerClient<Question, unknown> {
  const worker = new WorkerClient<Question, unknown>(import.meta.dirname, "answer-worker");
  t.teardown(() => worker.end());
  return worker;
}

const errorOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  );

test("the worker starts with the first question, and answers each with its own answer", async (t) => {
  const worker = open(t);
  t.deepEqual([worker.isRunning, worker.isIdle], [false, true]);
  const asked = Promise.all(Array.from({ length: 20 }, (_, say) => worker.ask({ say })));
  t.deepEqual([worker.isRunning, worker.isIdle], [true, false]);
  t.deepEqual(
    await asked,
    Array.from({ length: 20 }, (_, say) => say),
  );
  t.deepEqual([worker.isRunning, worker.isIdle], [true, true]);
});

test("what the answer throws comes back as its message, and the worker goes on", async (t) => {
  const worker = open(t);
  await t.throwsAsync(worker.ask({ refuse: new Error("a fault") }), { message: "a fault" });
  await t.throwsAsync(worker.ask({ refuse: "a text" }), { message: "a text" });
  t.true(worker.isRunning);
  t.is(await worker.ask({ say: "on" }), "on");
});

test("a question is served beside one that is not answered yet", async (t) => {
  const worker = open(t);
  const answered: string[] = [];
  const stays = worker.ask({ stay: true }).then(() => answered.push("stays"));
  await worker.ask({ say: 1 });
  answered.push("beside");
  await Promise.all([worker.ask({ open: true }), stays]);
  t.deepEqual(answered, ["beside", "stays"]);
});

test("questions are copied, and shared memory is shared", async (t) => {
  const worker = open(t);
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const given = { own: [1], shared };
  const back = (await worker.ask({ say: given })) as typeof given;
  back.own.push(2);
  Atomics.store(back.shared, 0, 7);
  t.deepEqual([given.own, shared[0]], [[1], 7]);
});

test("when the worker ends by itself everybody who waits is told, and the next question has another one", async (t) => {
  const worker = open(t);
  const waiting = [worker.ask({ stay: true }), worker.ask({ exit: 3 })].map(errorOf);
  for (const error of await Promise.all(waiting)) {
    t.true(error instanceof WorkerDied);
    t.is((error as Error).cause, undefined);
  }
  t.deepEqual([worker.isRunning, worker.isIdle], [false, true]);
  t.is(await worker.ask({ say: "again" }), "again");
});

test("an error that ends the worker is the cause, and the end of the old worker is nothing to the new one", async (t) => {
  const worker = open(t);
  const error = await errorOf(worker.ask({ crash: "a fault" }));
  t.true(error instanceof WorkerDied);
  t.is(((error as Error).cause as Error).message, "a fault");
  // The exit of the old worker is told after its error, while the new one has a question already.
  t.is(await worker.ask({ say: "again" }), "again");
  t.true(worker.isRunning);
});

test("an end rejects what waits, as no death of the worker, and the next question has another one", async (t) => {
  const worker = open(t);
  await worker.end();
  const waits = errorOf(worker.ask({ stay: true }));
  await worker.end();
  const error = await waits;
  t.false(error instanceof WorkerDied);
  t.is((error as Error).message, "The worker was ended.");
  t.deepEqual([worker.isRunning, worker.isIdle], [false, true]);
  t.is(await worker.ask({ say: "again" }), "again");
});

test("a process stays for an answer, and an idle worker does not keep it", async (t) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "ask-twice.js")]);
  t.teardown(() => child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  await waitUntil(() => child.exitCode !== null, { what: () => `The process does not end: ${printed}` });
  t.deepEqual([child.exitCode, printed], [0, "first\ndone\n"]);
});
