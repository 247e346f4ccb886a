import test from "ava";
import { KeyedMutex } from "../../../../runtime/concurrency/keyed-mutex.js";

test("work of one name runs one after the other, in order; another name does not wait", async (t) => {
  const turns = new KeyedMutex();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turns.take("a", async () => {
    await gate.promise;
    seen.push("a1");
  });
  const second = turns.take("a", async () => seen.push("a2"));
  await turns.take("b", async () => seen.push("b1"));
  t.deepEqual(seen, ["b1"]);
  gate.resolve();
  await Promise.all([first, second]);
  t.deepEqual(seen, ["b1", "a1", "a2"]);
});

test("a failure is its caller's alone", async (t) => {
  const turns = new KeyedMutex();
  const failing = turns.take("a", () => Promise.reject(new Error("no")));
  const after = turns.take("a", async () => 1);
  await t.throwsAsync(failing, { message: "no" });
  t.is(await after, 1);
});

test("a full line refuses at once instead of growing, and is open again when it has moved on", async (t) => {
  const turns = new KeyedMutex(2);
  const gate = Promise.withResolvers<void>();
  const waiting = [turns.take("a", () => gate.promise), turns.take("a", () => gate.promise)];
  await t.throwsAsync(
    turns.take("a", async () => {}),
    { message: /at once/ },
  );
  t.is(await turns.take("b", async () => 1), 1);
  gate.resolve();
  await Promise.all(waiting);
  t.is(await turns.take("a", async () => 2), 2);
});
