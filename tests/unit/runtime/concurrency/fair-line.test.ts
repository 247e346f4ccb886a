import test from "ava";
import { onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import { ConnectionTurns } from "../../../../runtime/database/server/connection-turns.js";
import { FairLine } from "../../../../runtime/concurrency/fair-line.js";

const takeAll = (line: FairLine<string>): string => {
  let order = "";
  for (let next = line.take(); next !== null; next = line.take()) order += `${next} `;
  return order.trim();
};

test("callers take turns, and each is served in its own order", (t) => {
  const line = new FairLine<string>();
  onBehalfOf("ann", () => ["a1", "a2", "a3", "a4"].forEach((each) => line.add(each)));
  onBehalfOf("bob", () => ["b1", "b2"].forEach((each) => line.add(each)));
  t.is(line.take(), "a1");
  // A caller that comes later waits for one entry of each of the others, however many they have.
  onBehalfOf("eve", () => line.add("e1"));
  t.is(takeAll(line), "b1 a2 e1 b2 a3 a4");
  t.is(line.size, 0);
});

test("what the process asks for of its own accord has every other turn, however many callers wait", (t) => {
  const line = new FairLine<string>();
  for (let caller = 0; caller < 6; caller += 1) onBehalfOf(`caller-${caller}`, () => line.add(`c${caller}`));
  for (const own of ["p1", "p2", "p3"]) line.add(own);
  t.is(takeAll(line), "p1 c0 p2 c1 p3 c2 c3 c4 c5");
});

test("a call within a call is its caller's", (t) => {
  const line = new FairLine<string>();
  onBehalfOf("ann", () => onBehalfOf(undefined, () => line.add("within")));
  onBehalfOf("ann", () => line.add("after"));
  onBehalfOf("bob", () => line.add("bob"));
  t.is(takeAll(line), "within bob after");
});

test("strangers are one caller, in whose line networks take turns", (t) => {
  const line = new FairLine<string>();
  const fromSite = (site: string, ...values: string[]) =>
    onBehalfOf(undefined, () => values.forEach((each) => line.add(each)), site);
  fromSite("flood", "f1", "f2", "f3", "f4");
  fromSite("home", "h1", "h2");
  // A call within another one is from the same network.
  onBehalfOf(undefined, () => onBehalfOf(undefined, () => line.add("o1")), "other");
  onBehalfOf("ann", () => ["a1", "a2", "a3"].forEach((each) => line.add(each)));
  t.is(takeAll(line), "f1 a1 h1 a2 o1 a3 f2 h2 f3 f4");
  t.is(line.size, 0);
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
