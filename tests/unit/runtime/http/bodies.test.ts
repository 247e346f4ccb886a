import test from "ava";
import type { Networks } from "../../../../runtime/http/client-network.js";
import { Bodies } from "../../../../runtime/http/read-bytes.js";
import { waitUntil } from "../../../helpers/wait-until.js";

/** Opens a body of which the given number of bytes was sent. `why` returns the reason for which it was cut off. */
function open(
  bodies: Bodies,
  owner: string | Networks,
  bytes: number,
): { why(): string | undefined; close(): void } {
  let why: string | undefined;
  const body = bodies.open(owner, (error) => (why = error.message));
  body.add(bytes);
  return { why: () => why, close: () => body.close() };
}

test("a body that comes too slowly on the average is cut off, one that comes fast enough is not (rules/edge 17)", async (t) => {
  const bodies = new Bodies({ graceMs: 1000, leastRate: 1024 });
  const slow = open(bodies, "a", 1000);
  const fast = open(bodies, "a", 1024 * 1024);
  await waitUntil(() => slow.why() !== undefined);
  t.is(slow.why(), "The body came too slowly: at least 1 KB a second must come.");
  t.is(fast.why(), undefined);
  fast.close();
});

test("a body that is not whole in time is cut off, however fast it comes (rules/edge 17)", async (t) => {
  const bodies = new Bodies({ graceMs: 60_000, mostMs: 500 });
  const endless = open(bodies, "a", 10 * 1024 * 1024);
  await waitUntil(() => endless.why() !== undefined);
  t.is(endless.why(), "The body came too slowly: a body must be whole within 0.5 s.");
});

test("when all bodies take too much, whoever has most loses the oldest, and nobody else (rules/edge 17)", (t) => {
  const bodies = new Bodies({ mostBytesAtOnce: 100 });
  const modest = open(bodies, "modest", 20);
  const first = open(bodies, "greedy", 30);
  const second = open(bodies, "greedy", 30);
  const third = open(bodies, "greedy", 30);
  t.regex(first.why() ?? "", /Too many large bodies/);
  t.deepEqual([modest.why(), second.why(), third.why()], [undefined, undefined, undefined]);
  const late = open(bodies, "late", 20);
  t.is(late.why(), undefined, "100 bytes fit");
  second.close();
  third.close();
  t.is(open(bodies, "late", 60).why(), undefined, "what was read gives its room back");
});

test("the clients of one site count together, and of them the one that has most loses its oldest (rules/edge 17)", (t) => {
  const bodies = new Bodies({ mostBytesAtOnce: 100 });
  const account = open(bodies, "account", 40);
  const [one, two] = ["one", "two"].map((client) => open(bodies, { site: "site", client }, 20));
  const more = open(bodies, { site: "site", client: "two" }, 10);
  const last = open(bodies, { site: "site", client: "three" }, 20);
  t.regex(two?.why() ?? "", /Too many large bodies/);
  t.deepEqual(
    [account, one, more, last].map((each) => each?.why()),
    [undefined, undefined, undefined, undefined],
  );
});
