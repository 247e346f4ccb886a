import test from "ava";
import { HashQueue } from "../../../services/identity/hash-queue.js";

const NEVER = new AbortController().signal;

/** Works that end when the test says so, and the order in which they began. */
function makeWorks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    },
    async end(name?: string): Promise<void> {
      if (name !== undefined) ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** What still waits when its test is over ends with its time, in a process that other files share. */
function left<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

test("a flood of sign-ups leaves sign-ins a place of their own, and the other way round (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 2 });
  const { begun, work, end } = makeWorks();
  for (let n = 0; n < 20; n++) void left(queue.run("set", NEVER, work(`set ${n}`)));
  await end();
  t.deepEqual(begun, ["set 0", "set 1"]);
  for (let n = 0; n < 20; n++) void left(queue.run("check", NEVER, work(`check ${n}`)));
  await end("set 0");
  t.deepEqual(begun.slice(2), ["check 0"]);
  await end("set 1");
  t.deepEqual(begun.slice(3), ["set 2"]);
  await end("check 0");
  await end("set 2");
  t.deepEqual(begun.slice(4), ["check 1", "set 3"]);
});

test("whoever left before their turn costs no hash (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 1 });
  const { begun, work, end } = makeWorks();
  void left(queue.run("set", NEVER, work("first")));
  const leaving = new AbortController();
  const gone = queue.run("set", leaving.signal, work("gone"));
  void left(queue.run("set", NEVER, work("last")));
  leaving.abort(new Error("The client left."));
  await t.throwsAsync(gone, { message: "The client left." });
  await t.throwsAsync(queue.run("set", leaving.signal, work("gone")), { message: "The client left." });
  await end("first");
  t.deepEqual(begun, ["first", "last"]);
});

test("each line is bounded by itself, and a wait ends", async (t) => {
  const queue = new HashQueue({ atOnce: 1, maxWaiting: 2, maxWaitMs: 20 });
  const { begun, work, end } = makeWorks();
  void left(queue.run("set", NEVER, work("first")));
  const waiting = [1, 2].map(() => left(queue.run("set", NEVER, work("late"))));
  await t.throwsAsync(queue.run("set", NEVER, work("one too many")), { code: "unavailable" });
  const other = left(queue.run("check", NEVER, work("check")));
  for (const each of [...waiting, other]) await t.throwsAsync(each, { code: "unavailable" });
  await end("first");
  t.deepEqual(begun, ["first"]);
});

test("work that throws gives its place on", async (t) => {
  const queue = new HashQueue({ atOnce: 1 });
  await t.throwsAsync(
    queue.run("set", NEVER, () => Promise.reject(new Error("broken"))),
    { message: "broken" },
  );
  t.is(await queue.run("check", NEVER, () => Promise.resolve(1)), 1);
});
