import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { ImportQueue } from "../../../services/storage/import-queue.js";

const NEVER = new AbortController().signal;
const numRuns = Number(process.env.KILN_RUNS ?? 100);

test("whatever comes, leaves and gives up: 16 at most, 4 of an account, and no place stays empty before somebody who may have it (rules/storage 29)", async (t) => {
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom("enter", "enter", "enter", "leave", "abort"),
      who: fc.nat({ max: 5 }),
    }),
    { maxLength: 120 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const queue = new ImportQueue();
      const running: { who: string; leave(): void }[] = [];
      const waiting = new Set<{ who: string; controller: AbortController }>();
      const of = (who: string) => running.filter((each) => each.who === who).length;
      for (const { what, who: number } of all) {
        const who = `account ${number}`;
        if (what === "enter") {
          const waiter = { who, controller: new AbortController() };
          waiting.add(waiter);
          void queue.enter(who, waiter.controller.signal).then(
            (leave) => {
              waiting.delete(waiter);
              running.push({ who, leave });
            },
            () => waiting.delete(waiter),
          );
        } else if (what === "leave") {
          const left = running.splice(number % Math.max(1, running.length), 1)[0];
          left?.leave();
          // A place is given back only once.
          left?.leave();
        } else [...waiting][number]?.controller.abort(new Error("gave up"));
        await new Promise((resolve) => setImmediate(resolve));
        t.true(running.length <= 16);
        t.true(running.every((each) => of(each.who) <= 4));
        if (running.length < 16) t.true([...waiting].every((each) => of(each.who) === 4));
      }
    }),
    { numRuns },
  );
});

test("who waits too long, or finds too many waiting, reads rate_limited, and stands in nobody's way (rules/storage 29)", async (t) => {
  // The timers of the queue keep no process alive.
  const awake = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(awake));
  const queue = new ImportQueue(20);
  const leaves = await Promise.all([1, 2, 3, 4].map(() => queue.enter("ann", NEVER)));
  const late = await t.throwsAsync(queue.enter("ann", NEVER), { instanceOf: ServiceError });
  t.is(late.code, "rate_limited");
  t.truthy(late.details?.retryAfterSeconds);
  const full = new ImportQueue();
  const ended = new AbortController();
  const crowd = Array.from({ length: 260 }, () => full.enter("ann", ended.signal));
  const refused = await t.throwsAsync(full.enter("ann", NEVER), { instanceOf: ServiceError });
  t.is(refused.code, "rate_limited");
  ended.abort(new Error("over"));
  t.is((await Promise.allSettled(crowd)).filter(({ status }) => status === "rejected").length, 256);
  leaves[0]?.();
  (await queue.enter("ann", NEVER))();
});
