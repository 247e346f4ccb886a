import test from "ava";
import { onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import { ConnectionTurns } from "../../../../runtime/database/server/connection-turns.js";
import { FairQueue } from "../../../../runtime/concurrency/fair-queue.js";

const takeAll = (queue: FairQueue<string>): string => {
  let order = "";
  for (let next = queue.take(); next !== null; next = queue.take()) order += `${next} `;
  return order.trim();
};

test("callers take turns, and each is served in its own order", (t) => {
  const queue = new FairQueue<string>();
  onBehalfOf("ann", () => ["a1", "a2", "a3", "a4"].forEach((each) => queue.add(each)));
  onBehalfOf("bob", () => ["b1", "b2"].forEach((each) => queue.add(each)));
  t.is(queue.take(), "a1");
  // A caller that comes later waits for one entry of each of the others, however many they have.
  onBehalfOf("eve", () => queue.add("e1"));
  t.is(takeAll(queue), "b1 a2 e1 b2 a3 a4");
  t.is(queue.size, 0);
});

test("what the process asks for of its own accord has every other turn, however many callers wait", (t) => {
  const queue = new FairQueue<string>();
  for (let caller = 0; caller < 6; caller += 1) onBehalfOf(`caller-${caller}`, () => queue.add(`c${caller}`));
  for (const own of ["p1", "p2", "p3"]) queue.add(own);
  t.is(takeAll(queue), "p1 c0 p2 c1 p3 c2 c3 c4 c5");
});

test("a call within a call is its caller's", (t) => {
  const queue = new FairQueue<string>();
  onBehalfOf("ann", () => onBehalfOf(undefined, () => queue.add("within")));
  onBehalfOf("ann", () => queue.add("after"));
  onBehalfOf("bob", () => queue.add("bob"));
  t.is(takeAll(queue), "within bob after");
});

test("anonymous callers are one caller, in whose queue networks take turns", (t) => {
  const queue = new FairQueue<string>();
  const fromSite = (site: string, ...values: string[]) =>
    onBehalfOf(undefined, () => values.forEach((each) => queue.add(each)), site);
  fromSite("flood", "f1", "f2", "f3", "f4");
  fromSite("home", "h1", "h2");
  // A call within another one is from the same network.
  onBehalfOf(undefined, () => onBehalfOf(undefined, () => queue.add("o1")), "other");
  onBehalfOf("ann", () => ["a1", "a2", "a3"].forEach((each) => queue.add(each)));
  t.is(takeAll(queue), "f1 a1 h1 a2 o1 a3 f2 h2 f3 f4");
  t.is(queue.size, 0);
});

test("a caller has a part of the connections at most, and what waits for them keeps nobody else from one", async (t) => {
  const turns = new ConnectionTurns(10);
  const had: string[] = [];
  const take = (caller: string) =>
    onBehalfOf(caller, async () => {
      const passOn = await turns.take();
      had.push(caller);
      return passOn;
    });
  const hogs = Array.from({ length: 100 }, () => take("hog"));
  await hogs[3];
  await new Promise(setImmediate);
  t.is(had.length, 4);
  const passOn = await take("ann");
  t.deepEqual(had, ["hog", "hog", "hog", "hog", "ann"]);
  passOn();
  passOn();
  const others = await Promise.all(["b", "c", "d", "e", "f", "g"].map(take));
  t.is(had.length, 11, "all ten are held, six of them by six callers");
  const last = take("h");
  others.pop()?.();
  (await last)();
  for (const each of others) each();
  for (const hog of hogs) (await hog)();
  t.is(had.filter((caller) => caller === "hog").length, 100);
});
