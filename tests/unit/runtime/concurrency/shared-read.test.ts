import test from "ava";
import {
  currentCaller,
  currentDeadline,
  Deadline,
  onBehalfOf,
  underDeadline,
} from "../../../../runtime/concurrency/current-call.js";
import { SharedRead, type SharedReadOptions } from "../../../../runtime/concurrency/shared-read.js";

/** Makes a read whose answers the test gives. */
function held(options: SharedReadOptions = {}) {
  const reads: { keys: readonly string[]; answer: PromiseWithResolvers<Map<string, string>> }[] = [];
  const shared = new SharedRead<string>(
    (keys) => {
      const answer = Promise.withResolvers<Map<string, string>>();
      reads.push({ keys, answer });
      return answer.promise;
    },
    { maxKeys: 3, ...options },
  );
  return { reads, shared };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("who waits already shares one read; who comes later gets one that starts later (rules/identity 24)", async (t) => {
  const { reads, shared } = held();
  const early = [shared.load("a"), shared.load("b"), shared.load("a")];
  await turn();
  t.deepEqual(
    reads.map(({ keys }) => keys),
    [["a", "b"]],
  );
  const late = [shared.load("a"), shared.load("c")];
  await turn();
  t.is(reads.length, 1);
  reads[0]?.answer.resolve(new Map([["a", "old"]]));
  t.deepEqual(await Promise.all(early), ["old", null, "old"]);
  await turn();
  t.deepEqual(reads[1]?.keys, ["a", "c"]);
  reads[1]?.answer.resolve(new Map([["a", "new"]]));
  t.deepEqual(await Promise.all(late), ["new", null]);
});

test("nothing is kept: the same key is read again (rules/identity 24)", async (t) => {
  const { reads, shared } = held();
  for (const value of ["1", "2"]) {
    const loading = shared.load("a");
    await turn();
    reads.at(-1)?.answer.resolve(new Map([["a", value]]));
    t.is(await loading, value);
  }
});

test("a failed read fails those who shared it and nobody else", async (t) => {
  const { reads, shared } = held();
  const failing = [shared.load("a"), shared.load("b")];
  await turn();
  const later = shared.load("a");
  reads[0]?.answer.reject(new Error("away"));
  const results = await Promise.allSettled(failing);
  t.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  await turn();
  reads[1]?.answer.resolve(new Map([["a", "back"]]));
  t.is(await later, "back");
});

test("one read takes a bounded number of keys, the rest follows", async (t) => {
  const { reads, shared } = held();
  const loading = Promise.all(["a", "b", "c", "d"].map((key) => shared.load(key)));
  await turn();
  t.deepEqual(reads[0]?.keys, ["a", "b", "c"]);
  reads[0]?.answer.resolve(new Map([["a", "1"]]));
  await turn();
  t.deepEqual(reads[1]?.keys, ["d"]);
  reads[1]?.answer.resolve(new Map([["d", "4"]]));
  t.deepEqual(await loading, ["1", null, null, "4"]);
});

test("a part of a read that fails fails nobody else's", async (t) => {
  const { reads, shared } = held();
  const loading = Promise.allSettled(["a", "b", "c", "d"].map((key) => shared.load(key)));
  await turn();
  reads[0]?.answer.reject(new Error("away"));
  await turn();
  reads[1]?.answer.resolve(new Map([["d", "4"]]));
  t.deepEqual(
    (await loading).map(({ status }) => status),
    ["rejected", "rejected", "rejected", "fulfilled"],
  );
});

test("where nobody waits for the read of others, those who ask in one turn share one", async (t) => {
  const { reads, shared } = held({ oneAtATime: false });
  const early = [shared.load("a"), shared.load("b")];
  await turn();
  const late = shared.load("a");
  await turn();
  t.deepEqual(
    reads.map(({ keys }) => keys),
    [["a", "b"], ["a"]],
  );
  reads[1]?.answer.resolve(new Map([["a", "new"]]));
  t.is(await late, "new");
  reads[0]?.answer.resolve(new Map([["a", "old"]]));
  t.deepEqual(await Promise.all(early), ["old", null]);
});

test("what callers share is read in nobody's turn and under nobody's deadline, or as the caller that was named", async (t) => {
  const seen: (string | null)[] = [];
  const note = async (): Promise<Map<string, string>> => {
    seen.push(currentCaller());
    t.is(currentDeadline(), null);
    return new Map();
  };
  const shared = new SharedRead(note);
  const named = new SharedRead(note, { caller: "project 1" });
  await onBehalfOf("ann", () =>
    underDeadline(new Deadline(1000), async () => {
      await Promise.all([shared.load("a"), named.load("b")]);
      t.is(currentCaller(), "ann");
    }),
  );
  t.deepEqual(seen, [null, "project 1"]);
});
