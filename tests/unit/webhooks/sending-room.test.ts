import fc from "fast-check";
import test from "ava";
import { pauseFor, SendingRoom } from "../../../services/webhooks/sending-room.js";

const QUEUE = "webhooks.send";
const room = (attempts: number, mostBytes = 1e9) => new SendingRoom({ [QUEUE]: attempts }, { mostBytes });
/** How many of these an owner begins before there is no more room. */
const fill = (of: SendingRoom, owner: string, bytes = 1): number => {
  let count = 0;
  while (of.enter(QUEUE, owner, bytes) !== null) count += 1;
  return count;
};

test("an owner who is alone has half, two have a third each, and each further one finds room (rules/webhooks 10)", (t) => {
  const one = room(768);
  t.is(fill(one, "ann"), 384);
  const two = room(768);
  t.is(fill(two, "ann"), 384);
  t.is(fill(two, "bob"), 192);
  for (let other = 0; other < 7; other += 1)
    t.true(fill(two, `other-${other}`) > 0, "nobody took the last of it");
});

test("bytes are shared out as attempts are; a body larger than all of it is sent alone", (t) => {
  t.is(fill(room(1e6, 64 * 2 ** 20), "ann", 250_000), 134);
  const small = room(10, 100);
  const leave = small.enter(QUEUE, "ann", 1000);
  t.truthy(leave);
  t.is(small.enter(QUEUE, "bob", 1), null);
  leave?.();
  t.truthy(small.enter(QUEUE, "bob", 1));
});

test("queues have attempts of their own, and their bytes together", (t) => {
  const both = new SendingRoom({ a: 4, b: 4 }, { mostBytes: 100 });
  t.truthy(both.enter("a", "ann", 1));
  t.truthy(both.enter("a", "ann", 1));
  t.is(both.enter("a", "ann", 1), null);
  t.truthy(both.enter("b", "ann", 40));
  t.is(both.enter("b", "ann", 40), null);
});

test("whatever comes and goes, no owner has more than is free, and nothing is left behind", (t) => {
  const step = fc.record({
    owner: fc.nat(5).map(String),
    bytes: fc.integer({ min: 1, max: 30 }),
    isEnd: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const of = room(40, 400);
      const held: { owner: string; bytes: number; leave: () => void }[] = [];
      for (const { owner, bytes, isEnd } of steps) {
        if (isEnd) held.shift()?.leave();
        else {
          const leave = of.enter(QUEUE, owner, bytes);
          if (leave === null) continue;
          held.push({ owner, bytes, leave });
          const own = held.filter((each) => each.owner === owner);
          const sum = (some: typeof held) => some.reduce((total, each) => total + each.bytes, 0);
          t.true(own.length <= 40 - held.length);
          t.true(sum(own) <= 400 - sum(held));
        }
      }
      for (const { leave } of held) leave();
      t.is(fill(of, "last"), 20);
    }),
  );
});

test("a delivery without room looks again after about as long as it has waited", (t) => {
  const at = (waitedMs: number) => pauseFor(1000, 1000 + waitedMs, () => 0.5);
  t.deepEqual([-5, 0, 100, 1000, 10_000, 1e9].map(at), [200, 200, 200, 1000, 10_000, 30_000]);
});
