import test from "ava";
import { inBackground } from "../../../../runtime/concurrency/current-call.js";
import { LoopTurns } from "../../../../runtime/process/loop-turns.js";
import { ConnectionLock } from "../../../../runtime/database/sqlite/shared-connection.js";
import { turnsDuring } from "../../../helpers/turns-during.js";

/** Takes the lock, records the holder's name and lets go at once. */
const hold = async (lock: ConnectionLock, name: string, order: string[]) => {
  const owner = { name };
  await lock.acquire(owner);
  order.push(name);
  lock.release(owner);
};

const never = { isDue: false, wait: (go: () => void) => go() };

test("first come, first served: who comes at the moment of a release goes behind those who wait", async (t) => {
  const lock = new ConnectionLock(never);
  const order: string[] = [];
  const first = {};
  t.is(lock.acquire(first), undefined, "a free connection is had at once");
  const waiting = ["a", "b", "c"].map((name) => hold(lock, name, order));
  lock.release(first);
  const late = hold(lock, "late", order);
  await Promise.all([...waiting, late]);
  t.deepEqual(order, ["a", "b", "c", "late"]);
});

test("a release wakes one: a thousand who wait cost a thousand grants", async (t) => {
  let looks = 0;
  const lock = new ConnectionLock({
    ...never,
    get isDue() {
      looks += 1;
      return false;
    },
  });
  const first = {};
  await lock.acquire(first);
  const order: string[] = [];
  const waiting = Array.from({ length: 1000 }, (_, at) => hold(lock, String(at), order));
  looks = 0;
  lock.release(first);
  await Promise.all(waiting);
  t.is(order.length, 1000);
  t.is(looks, 1000, "one look for each grant");
});

test("requests go before background work, which gets one of five grants meanwhile", async (t) => {
  const lock = new ConnectionLock(never);
  const first = {};
  await lock.acquire(first);
  const order: string[] = [];
  const background = inBackground(() => ["x", "y", "z"].map((name) => hold(lock, name, order)));
  const requests = Array.from({ length: 9 }, (_, at) => hold(lock, String(at), order));
  lock.release(first);
  await Promise.all([...background, ...requests]);
  t.deepEqual(order.join(""), "0123x4567y8z");
});

test("an owner that has let go keeps nobody out by letting go again", async (t) => {
  const lock = new ConnectionLock(never);
  const [first, second] = [{}, {}];
  await lock.acquire(first);
  const granted = lock.acquire(second);
  lock.release(first);
  await granted;
  lock.release(first);
  t.is(lock.owner, second);
});

test("the event loop turns after 10 ms of grants, and not for each", async (t) => {
  let at = 0;
  const lock = new ConnectionLock(new LoopTurns(() => at));
  const work = async () => {
    const owner = {};
    await lock.acquire(owner);
    at += 1;
    lock.release(owner);
  };
  const turns = await turnsDuring(() => Promise.all(Array.from({ length: 100 }, work)));
  t.true(turns >= 9 && turns <= 30, `${turns} turns in 100 ms`);
});
