import test from "ava";
import { type Asker, HashQueue } from "../../../services/identity/hash-queue.js";

/** Makes a request of a client of a site that does not leave. */
const from = (site: string, client = site, signal = new AbortController().signal): Asker => ({
  networks: { site, client },
  signal,
});
const ANN = from("ann");

/** Makes works that end when the test says so, and records the order in which they began. */
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

/** Ignores the error of a call that still waits when its test has ended, because other files share the process. */
function left<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

test("a flood of sign-ups leaves sign-ins a place of their own, and the other way round (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 2 });
  const { begun, work, end } = makeWorks();
  for (let n = 0; n < 20; n++) void left(queue.run("set", ANN, work(`set ${n}`)));
  await end();
  t.deepEqual(begun, ["set 0", "set 1"]);
  for (let n = 0; n < 20; n++) void left(queue.run("check", ANN, work(`check ${n}`)));
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
  void left(queue.run("set", ANN, work("first")));
  const leaving = new AbortController();
  const gone = queue.run("set", from("ann", "ann", leaving.signal), work("gone"));
  void left(queue.run("set", ANN, work("last")));
  leaving.abort(new Error("The client left."));
  await t.throwsAsync(gone, { message: "The client left." });
  await t.throwsAsync(queue.run("set", from("ann", "ann", leaving.signal), work("gone")), {
    message: "The client left.",
  });
  await end("first");
  t.deepEqual(begun, ["first", "last"]);
});

test("the queue of each kind is bounded by itself, and a wait ends", async (t) => {
  const queue = new HashQueue({ atOnce: 1, maxWaiting: 2, maxWaitMs: 20 });
  const { begun, work, end } = makeWorks();
  void left(queue.run("set", ANN, work("first")));
  const waiting = [1, 2].map(() => left(queue.run("set", ANN, work("late"))));
  await t.throwsAsync(queue.run("set", ANN, work("one too many")), { code: "unavailable" });
  const other = left(queue.run("check", ANN, work("check")));
  for (const each of [...waiting, other]) await t.throwsAsync(each, { code: "unavailable" });
  await end("first");
  t.deepEqual(begun, ["first"]);
});

test("work that throws gives its place on", async (t) => {
  const queue = new HashQueue({ atOnce: 1 });
  await t.throwsAsync(
    queue.run("set", ANN, () => Promise.reject(new Error("broken"))),
    { message: "broken" },
  );
  t.is(await queue.run("check", ANN, () => Promise.resolve(1)), 1);
});

test("networks take turns in a queue, and the clients of a site at those of their site (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 1 });
  const { begun, work, end } = makeWorks();
  void left(queue.run("check", from("flood", "flood 0"), work("first")));
  for (let n = 1; n < 5; n++)
    for (const time of ["early", "late"])
      void left(queue.run("check", from("flood", `flood ${n}`), work(`flood ${n} ${time}`)));
  void left(queue.run("check", from("ann"), work("ann")));
  void left(queue.run("check", from("ben"), work("ben")));
  await end();
  for (let n = 0; n < 10; n++) await end(begun.at(-1));
  t.deepEqual(begun, [
    "first",
    "flood 1 early",
    "ann",
    "ben",
    ...[2, 3, 4].map((n) => `flood ${n} early`),
    ...[1, 2, 3, 4].map((n) => `flood ${n} late`),
  ]);
});

test("where a queue is full the network gives way that waits most often, and nobody else (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 1, maxWaiting: 4 });
  const { begun, work, end } = makeWorks();
  const flood = Array.from({ length: 5 }, (_, n) =>
    left(queue.run("check", from("flood", `flood ${n}`), work(`flood ${n}`))),
  );
  const ann = left(queue.run("check", from("ann"), work("ann")));
  const ben = left(queue.run("check", from("ben"), work("ben")));
  for (const late of flood.slice(3)) await t.throwsAsync(late, { code: "unavailable" });
  await t.throwsAsync(queue.run("check", from("flood", "flood 9"), work("one more")), {
    code: "unavailable",
  });
  const eve = left(queue.run("check", from("eve"), work("eve")));
  await t.throwsAsync(Promise.all(flood.slice(2, 3)), { code: "unavailable" });
  // Each network waits once.
  await t.throwsAsync(queue.run("check", from("fay"), work("fay")), { code: "unavailable" });
  await end();
  for (let n = 0; n < 5; n++) await end(begun.at(-1));
  await Promise.all([ann, ben, eve]);
  t.deepEqual(begun, ["flood 0", "flood 1", "ann", "ben", "eve"]);
});

test("a client that asks for much at once gives way to its neighbours of the same site (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 1, maxWaiting: 3 });
  const { begun, work, end } = makeWorks();
  const greedy = Array.from({ length: 4 }, (_, n) =>
    left(queue.run("set", from("site", "greedy"), work(`greedy ${n}`))),
  );
  const neighbour = left(queue.run("set", from("site", "neighbour"), work("neighbour")));
  await t.throwsAsync(Promise.all(greedy.slice(-1)), { code: "unavailable" });
  await end();
  for (let n = 0; n < 4; n++) await end(begun.at(-1));
  await neighbour;
  t.deepEqual(begun, ["greedy 0", "greedy 1", "neighbour", "greedy 2"]);
});

test("who is known where they sign in from waits for one guess at most, and leaves guesses their turns (rules/identity 5)", async (t) => {
  const queue = new HashQueue({ atOnce: 1 });
  const { begun, work, end } = makeWorks();
  for (let n = 0; n < 40; n++) void left(queue.run("check", from(`198.51.100.${n}`), work(`guess ${n}`)));
  const known = ["known", "known too"].map((name) => left(queue.run("known", ANN, work(name))));
  await end();
  for (let n = 0; n < 4; n++) await end(begun.at(-1));
  await Promise.all(known);
  t.deepEqual(begun, ["guess 0", "known", "guess 1", "known too", "guess 2"]);
});
