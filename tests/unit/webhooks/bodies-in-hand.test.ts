import test from "ava";
import { BodiesInHand } from "../../../services/webhooks/bodies-in-hand.js";

const KB = 1024;
const BYTES = 256 * KB;
/** As each delivery does, who waits brings a signal of its own: one that all share looks through all its listeners for each new one. */
const never = () => new AbortController().signal;

/** What has had room by the time that everybody had a turn. */
async function entered(
  bodies: BodiesInHand,
  wanted: readonly { owner: string; webhook: string; bytes?: number }[],
): Promise<{ in: number; leave: (() => void)[] }> {
  const leave: (() => void)[] = [];
  for (const each of wanted)
    void bodies.enter({ bytes: BYTES, ...each }, never()).then((end) => leave.push(end));
  await new Promise((resolve) => setImmediate(resolve));
  return {
    get in() {
      return leave.length;
    },
    leave,
  };
}
const of = (owner: string, webhooks: number, each = 8) =>
  Array.from({ length: webhooks * each }, (_, at) => ({ owner, webhook: `${owner}/${at % webhooks}` }));

test("forty owners who want all have 96 MB and one body each at most, and another one has room at once (rules/webhooks 19)", async (t) => {
  const bodies = new BodiesInHand();
  let sum = 0;
  for (let at = 0; at < 40; at += 1) sum += (await entered(bodies, of(`greedy-${at}`, 96))).in;
  t.true(sum * BYTES <= 96 * KB * KB + 40 * BYTES);
  t.is((await entered(bodies, of("greedy-0", 1, 1))).in, 0, "who has their part waits");
  t.is((await entered(bodies, of("other", 1, 1))).in, 1);
});

test("one webhook whose receiver does not read leaves room to the others of its owner (rules/webhooks 10)", async (t) => {
  const bodies = new BodiesInHand();
  const one = await entered(bodies, of("ann", 1, 40));
  t.true(one.in >= 4 && one.in <= 6, String(one.in));
  t.is((await entered(bodies, [{ owner: "ann", webhook: "ann/other" }])).in, 1);
});

test("who waits has room when some is given back, once (rules/webhooks 19)", async (t) => {
  const bodies = new BodiesInHand(BYTES);
  const all = await entered(bodies, of("ann", 3, 1));
  t.is(all.in, 1);
  all.leave[0]?.();
  all.leave[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  t.is(all.in, 2);
});

test("who waits is done when its task ends", async (t) => {
  const bodies = new BodiesInHand(BYTES);
  await entered(bodies, of("ann", 1, 1));
  const ending = new AbortController();
  const waiting = bodies.enter({ owner: "ann", webhook: "ann/1", bytes: BYTES }, ending.signal);
  ending.abort(new Error("it ends"));
  await t.throwsAsync(waiting, { message: "it ends" });
});
