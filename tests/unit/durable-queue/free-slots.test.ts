import test from "ava";
import { freeSlots, slotGauge } from "../../../engines/durable-queue/free-slots.js";

const run = (payer: string, since: number) => ({ row: { payer }, since });

test("what runs takes its slot", (t) => {
  const free = freeSlots({ concurrency: 4, perPayer: 2 }, [run("ann", 0), run("ben", 0)], 99_999);
  t.deepEqual(free, { slots: 2, perPayer: 2, barred: new Set() });
});

test("what lingers gives its slot to others, and its payer begins no more", (t) => {
  const handler = { concurrency: 2, lingering: { afterMs: 500, most: 10 } };
  const free = freeSlots(handler, [run("hangs", 0), run("hangs", 0), run("ann", 400)], 600);
  t.deepEqual(free, { slots: 1, perPayer: Infinity, barred: new Set(["hangs"]) });
});

test("of those that linger only so many are beside the slots", (t) => {
  const handler = { concurrency: 4, lingering: { afterMs: 500, most: 2 } };
  t.is(freeSlots(handler, [run("a", 0), run("b", 0), run("c", 0)], 600).slots, 3);
});

test("of a queue with groups a claim is told what each group has in hand, of all slots with the lingering ones", (t) => {
  const handler = { concurrency: 60, lingering: { afterMs: 500, most: 20 }, isGrouped: true as const };
  const { groups } = freeSlots(handler, [run("ann/1", 0), run("ann/2", 0), run("ben/1", 600)], 600);
  t.deepEqual([groups?.inHand("ann"), groups?.inHand("ben"), groups?.inHand("cem")], [2, 1, 0]);
  // With 7 of one group and 1 of another 72 of 80 slots are free, and 10 are the reserve: an eighth of the rest is 7.
  for (let more = 2; more < 6; more += 1) groups?.take("ann");
  t.true(groups?.hasRoom("ann"));
  groups?.take("ann");
  t.false(groups?.hasRoom("ann"));
});

test("the gauge has both numbers of each queue, as they are when it is read", (t) => {
  const slots = [{ queue: "work", used: 1, free: 3 }];
  const { labels, read } = slotGauge({ slots });
  slots.push({ queue: "mail", used: 0, free: 2 });
  t.deepEqual(labels, ["queue", "state"]);
  t.deepEqual(read(), [
    { labels: { queue: "work", state: "used" }, value: 1 },
    { labels: { queue: "work", state: "free" }, value: 3 },
    { labels: { queue: "mail", state: "used" }, value: 0 },
    { labels: { queue: "mail", state: "free" }, value: 2 },
  ]);
});
