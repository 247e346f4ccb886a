import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { ImportQueue, type Place } from "../../../services/storage/import-queue.js";

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
            (place) => {
              waiting.delete(waiter);
              running.push({ who, leave: () => place.leave() });
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
  stayAwake(t);
  const queue = new ImportQueue({ waitMs: 20 });
  const places = await Promise.all([1, 2, 3, 4].map(() => queue.enter("ann", NEVER)));
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
  places[0]?.leave();
  (await queue.enter("ann", NEVER)).leave();
});

/** Keeps the process alive, since the timers of the queue do not. */
function stayAwake(t: ExecutionContext): void {
  const awake = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(awake));
}

/** Enters an import that leaves when the queue ends it; returns its place. */
async function slowImport(queue: ImportQueue, who: string): Promise<Place> {
  const place = await queue.enter(who, NEVER);
  place.signal.addEventListener("abort", () => place.leave());
  return place;
}

const enterAll = async (queue: ImportQueue, accounts: number, each: number): Promise<Place[]> => {
  const places: Place[] = [];
  for (let at = 0; at < accounts * each; at += 1)
    places.push(await slowImport(queue, `slow ${at % accounts}`));
  return places;
};

test("four accounts with four slow imports each do not keep a fifth account from importing (rules/storage 35)", async (t) => {
  stayAwake(t);
  const queue = new ImportQueue({ waitMs: 20_000, patienceMs: 10, turnMs: 0, lookMs: 5 });
  const places = await enterAll(queue, 4, 4);
  places.forEach((place, at) => place.arrived(at === 7 ? 0 : 2 ** 60));
  const more = new AbortController();
  const waiting = [0, 1, 2, 3].map((at) => queue.enter(`slow ${at}`, more.signal));
  const place = await queue.enter("fifth", NEVER);
  const ended = places.filter(({ signal }) => signal.aborted);
  t.deepEqual(ended, [places[7]], "the slowest");
  t.like(ended[0]?.signal.reason, { code: "rate_limited" });
  place.leave();
  more.abort(new Error("over"));
  await Promise.allSettled(waiting);
});

test("an account's only import is ended for others when it is slow, and not before its turn is over (rules/storage 35)", async (t) => {
  stayAwake(t);
  const queue = new ImportQueue({ waitMs: 20_000, patienceMs: 0, turnMs: 0, lookMs: 5 });
  const places = await enterAll(queue, 16, 1);
  // Of these imports two are slow.
  places.forEach((place, at) => place.arrived(at === 3 || at === 8 ? 0 : 2 ** 60));
  await slowImport(queue, "late");
  await slowImport(queue, "later");
  const ended = () => places.flatMap(({ signal }, at) => (signal.aborted ? [at] : []));
  t.deepEqual(ended(), [3, 8]);
  // Of "late" and "later" nothing has arrived.
  await queue.enter("latest", NEVER);
  t.deepEqual(ended(), [3, 8]);
  const patient = new ImportQueue({ waitMs: 100, patienceMs: 0, lookMs: 5 });
  const others = await enterAll(patient, 16, 1);
  await t.throwsAsync(patient.enter("late", NEVER), { instanceOf: ServiceError });
  t.true(others.every(({ signal }) => !signal.aborted));
});

test("who runs an import already ends no other (rules/storage 35)", async (t) => {
  stayAwake(t);
  const queue = new ImportQueue({ waitMs: 100, patienceMs: 0, turnMs: 0, lookMs: 5 });
  const places = await enterAll(queue, 4, 4);
  await t.throwsAsync(queue.enter("slow 1", NEVER), { instanceOf: ServiceError });
  t.true(places.every(({ signal }) => !signal.aborted));
});
