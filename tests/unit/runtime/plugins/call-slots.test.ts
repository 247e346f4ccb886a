import test from "ava";
import { CallSlots } from "../../../../runtime/plugins/services/call-slots.js";
import { bytesOf } from "../../../../runtime/plugins/services/measure.js";

const MB = 2 ** 20;

test("the parameters of calls in progress are bounded, of one caller and of all, and their room comes back (rules/running 34)", (t) => {
  const slots = new CallSlots("links");
  const ends = [slots.take("a", "", 32 * MB), slots.take("a", "", 8 * MB)];
  t.throws(() => slots.take("a", "", 1), { message: /too many calls in progress from this caller\. / });
  ends.push(slots.take("a", ""), slots.take("b", "", 24 * MB));
  t.throws(() => slots.take("c", "", 1), { message: /too many calls in progress\. / });
  t.throws(() => slots.take(null, "192.0.2.1", 1), { message: /too many calls in progress\. / });
  ends.push(slots.take("c", ""));
  for (const end of ends) {
    end();
    end();
  }
  t.is(slots.inHand, 0);
  const again = slots.take("a", "", 40 * MB);
  t.throws(() => slots.take("b", "", 25 * MB), { message: /too many calls in progress\. / });
  again();
  t.notThrows(() => slots.take("b", "", 25 * MB));
});

test("a call of an earlier version keeps its part of the sum, and its caller begins anew", (t) => {
  const slots = new CallSlots("links");
  const hanging = slots.take("a", "", 40 * MB);
  slots.renew();
  const next = slots.take("a", "", 20 * MB);
  t.throws(() => slots.take("b", "", 5 * MB), { message: /too many calls in progress\. / });
  hanging();
  t.notThrows(() => slots.take("b", "", 5 * MB));
  next();
});

test("bytes are counted about as JSON has them, and no further than asked", (t) => {
  const value = { text: "x".repeat(1000), list: Array.from({ length: 10 }, () => ({ n: 1 })) };
  const bytes = bytesOf(value, MB);
  t.true(Math.abs(bytes - JSON.stringify(value).length) < 150, String(bytes));
  t.true(bytesOf(value, 500) > 500);
  const circle: Record<string, unknown> = {};
  circle.own = circle;
  t.true(bytesOf(circle, MB) > MB);
});

test("a list is counted without a text for each of its places", (t) => {
  const listing: string[] = [];
  const list = new Proxy([1, 2, "abc", null, { n: 1 }], {
    ownKeys: (target) => (listing.push("keys"), Reflect.ownKeys(target)),
  });
  const bytes = bytesOf({ list }, MB);
  t.deepEqual(listing, []);
  t.true(Math.abs(bytes - JSON.stringify({ list: [...list] }).length) < 30, String(bytes));
  t.true(bytesOf(["x".repeat(1000)], 500) > 500);
  t.true(bytesOf(Array.from({ length: 1000 }), 500) > 500);
  const circle: unknown[] = [];
  circle.push(circle, circle);
  t.true(bytesOf(circle, MB) > MB);
});
