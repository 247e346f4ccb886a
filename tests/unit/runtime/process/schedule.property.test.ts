import test from "ava";
import fc from "fast-check";
import { BESIDE_BYTES, type Memory, NO_MEMORY, sumOf } from "../../../../runtime/process/studio/memory.js";
import { type Lane, Schedule } from "../../../../runtime/process/studio/schedule.js";

const MB = 2 ** 20;
const LOOK_MS = 100;
const TOTAL = 300 * MB;
const SHARED = 54 * MB;
/** The looks that the longest work takes when nothing disturbs it. */
const LONGEST = 20;

interface Work {
  account: string;
  lane: Lane;
  /** The memory that the work comes to hold, and the looks within which it does. */
  mb: number;
  ramp: number;
  looks: number;
}

/** Runs a schedule with a clock and works that only exist here. */
class Machine {
  readonly #schedule = new Schedule<Work>({ processes: { quick: 2, long: 2 }, totalBytes: TOTAL });
  /** The looks that each running work has run for. */
  readonly running = new Map<Work, number>();
  #now = 0;

  add(work: Work): void {
    this.#schedule.add(work);
    this.#begin();
  }

  remove(work: Work): void {
    this.#schedule.remove(work);
    this.running.delete(work);
    this.#begin();
  }

  readonly memoryOf = (work: Work): Memory => {
    const looks = this.running.get(work);
    if (looks === undefined) return NO_MEMORY;
    return { ownBytes: (work.mb * MB * Math.min(work.ramp, looks)) / work.ramp, sharedBytes: SHARED };
  };

  /** Lets 100 ms go by. Returns the works that ended. */
  look(): Work[] {
    this.#now += LOOK_MS;
    for (const [work, looks] of this.running) this.running.set(work, looks + 1);
    const ended = [...this.running].filter(([{ looks }, ran]) => ran >= looks).map(([work]) => work);
    for (const work of ended) this.remove(work);
    for (const work of this.#schedule.giveWay(this.#now, this.memoryOf)) this.running.delete(work);
    this.held = [...this.running.keys()].map(this.memoryOf);
    this.#begin();
    return ended;
  }

  /** What the works held that the latest look left. */
  held: Memory[] = [];

  #begin(): void {
    for (;;) {
      const work = this.#schedule.next(this.#now, this.memoryOf);
      if (work === null) return;
      this.running.set(work, 0);
    }
  }
}

const lane = fc.constantFrom<Lane>("quick", "long");
const size = fc.oneof(fc.integer({ min: 20, max: 45 }), fc.integer({ min: 45, max: 280 }), fc.constant(600));
const looks = fc.integer({ min: 1, max: LONGEST });
const ramp = fc.integer({ min: 1, max: 3 });
/** Works that an account asks for again and again, as if it had any number of them waiting. */
const floods = fc.array(fc.record({ lane, mb: size, ramp, looks }), { minLength: 1, maxLength: 6 });

function flood(machine: Machine, all: readonly Omit<Work, "account">[]): (ended: readonly Work[]) => void {
  const ask = (work: Work) => machine.add({ ...work });
  for (const [at, work] of all.entries()) ask({ ...work, account: `account ${at}` });
  return (ended) => {
    for (const work of ended) if (work.account.startsWith("account")) ask(work);
  };
}

/**
 * Returns the looks within which a work ends beside others: each of them runs once before it and once beside it, and each that
 * gives way waits for a second.
 */
const mostLooks = (others: number): number => (2 * others + 2) * (LONGEST + 10);

/** Works beside which another one began and gave way in turns without an end, while settled works were sorted by their runs. */
const CYCLE: Omit<Work, "account">[] = [
  { lane: "quick", mb: 45, ramp: 1, looks: 2 },
  { lane: "long", mb: 30, ramp: 1, looks: 7 },
  { lane: "quick", mb: 142, ramp: 1, looks: 12 },
  { lane: "long", mb: 223, ramp: 3, looks: 3 },
];

test("each work ends after a bounded number of others, whatever is asked for without an end meanwhile (rules/running 24)", (t) => {
  fc.assert(
    fc.property(floods, fc.record({ lane, mb: size, ramp, looks }), fc.nat(40), (others, own, later) => {
      const machine = new Machine();
      const again = flood(machine, others);
      for (let at = 0; at < later; at += 1) again(machine.look());
      const watched = { ...own, account: "watched" };
      machine.add(watched);
      for (let at = 0; at < mostLooks(others.length); at += 1) {
        const ended = machine.look();
        if (ended.includes(watched)) return true;
        again(ended);
      }
      return false;
    }),
    { examples: [[CYCLE, { lane: "long", mb: 105, ramp: 1, looks: 2 }, 0]] },
  );
  t.pass();
});

test("what goes on after a look fits in memory, but for 48 MB beside one work that fills it alone", (t) => {
  fc.assert(
    fc.property(floods, fc.integer({ min: 10, max: 80 }), (others, count) => {
      const machine = new Machine();
      const again = flood(machine, others);
      for (let at = 0; at < count; at += 1) {
        again(machine.look());
        const { held } = machine;
        const alone = held.map((each) => sumOf([each]) + (held.length > 1 ? BESIDE_BYTES : 0));
        if (sumOf(held) > Math.max(TOTAL, ...alone)) return false;
      }
      return true;
    }),
  );
  t.pass();
});

test("an account has one work in a lane that has begun, also while it waits to begin again (rules/running 24)", (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ lane, mb: size, ramp, looks, of: fc.nat(2) }), { maxLength: 20 }),
      (all) => {
        const machine = new Machine();
        for (const { of, ...work } of all) machine.add({ ...work, account: `account ${of}` });
        const seen = new Map<string, Work>();
        for (let left = all.length; left > 0;) {
          for (const work of machine.running.keys()) {
            const place = `${work.account} ${work.lane}`;
            const before = seen.get(place) ?? work;
            if (before !== work) return false;
            seen.set(place, work);
          }
          const ended = machine.look();
          left -= ended.length;
          for (const work of ended) seen.delete(`${work.account} ${work.lane}`);
        }
        return true;
      },
    ),
  );
  t.pass();
});

test("a job of two seconds beside a flood of large uploads of one account waits for one of them and no second more (rules/running 24)", (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 280 }),
      fc.integer({ min: 1, max: 8 }),
      fc.nat(20),
      (mb, length, later) => {
        const machine = new Machine();
        const again = flood(machine, [{ lane: "quick", mb, ramp: 3, looks: length }]);
        for (let at = 0; at < later; at += 1) again(machine.look());
        const job: Work = { account: "bob", lane: "long", mb: 76, ramp: 3, looks: 20 };
        machine.add(job);
        // A look more for the moment at which each run begins.
        for (let at = 0; at < job.looks + length + 10 + 2; at += 1) {
          const ended = machine.look();
          if (ended.includes(job)) return true;
          again(ended);
        }
        return false;
      },
    ),
  );
  t.pass();
});

test("an ordinary thumbnail is made while a film holds more than all together may, also where a larger one waits (rules/running 24)", (t) => {
  const machine = new Machine();
  const watch = (count: number) =>
    Array.from({ length: count }, () => machine.look().map(({ account }) => account)).flat();
  const quick = { lane: "quick", ramp: 1 } as const;
  machine.add({ account: "ann", lane: "long", mb: 300, ramp: 1, looks: 1000 });
  t.deepEqual(watch(20), []);
  machine.add({ ...quick, account: "bob", mb: 44, looks: 3 });
  t.deepEqual(watch(3), ["bob"]);
  // The film gives way once, and is settled from then on.
  machine.add({ ...quick, account: "cat", mb: 200, looks: 5 });
  t.deepEqual(watch(20), ["cat"]);
  machine.add({ ...quick, account: "eve", mb: 200, looks: 5 });
  t.deepEqual(watch(20), []);
  machine.add({ ...quick, account: "bob", mb: 44, looks: 3 });
  machine.add({ ...quick, account: "dan", mb: 40, looks: 3 });
  t.deepEqual(watch(20), ["bob", "dan"]);
});

test("a job that finds no room between works that follow each other closely has it after a second (rules/running 24)", (t) => {
  const machine = new Machine();
  const again = flood(machine, [
    { lane: "quick", mb: 90, ramp: 1, looks: 6 },
    { lane: "quick", mb: 90, ramp: 1, looks: 7 },
  ]);
  const job: Work = { account: "bob", lane: "long", mb: 200, ramp: 1, looks: 20 };
  for (let at = 0; at < 5; at += 1) again(machine.look());
  machine.add(job);
  const ended: Work[] = [];
  for (let at = 0; at < 20 + 10 + 3; at += 1) {
    const now = machine.look();
    again(now);
    ended.push(...now);
  }
  t.true(ended.includes(job));
});

test("films of many accounts that wait for memory do not go before a large thumbnail one after the other (rules/running 24)", (t) => {
  const machine = new Machine();
  const film = { lane: "long", mb: 260, ramp: 1, looks: 20 } as const;
  const large = { lane: "quick", mb: 200, ramp: 1, looks: 5 } as const;
  for (const account of ["ann", "bob", "cat"]) machine.add({ ...film, account });
  const ended: string[] = [];
  const watch = (count: number) => {
    for (let at = 0; at < count; at += 1) ended.push(...machine.look().map(({ account }) => account));
  };
  watch(5);
  machine.add({ ...large, account: "dan" });
  watch(10);
  machine.add({ ...large, account: "eve" });
  watch(100);
  t.deepEqual(ended, ["dan", "ann", "eve", "bob", "cat"]);
});

test("works that fit do not keep a larger one waiting by going ahead of it again and again (rules/running 24)", (t) => {
  const middling = fc.array(
    fc.record({
      lane,
      mb: fc.integer({ min: 60, max: 130 }),
      ramp,
      looks: fc.integer({ min: 8, max: LONGEST }),
    }),
    { minLength: 3, maxLength: 8 },
  );
  fc.assert(
    fc.property(middling, lane, fc.nat(40), (others, laneOfLarge, later) => {
      const machine = new Machine();
      const again = flood(machine, others);
      for (let at = 0; at < later; at += 1) again(machine.look());
      const large: Work = { account: "bob", lane: laneOfLarge, mb: 230, ramp: 1, looks: 10 };
      machine.add(large);
      for (let at = 0; at < mostLooks(others.length); at += 1) {
        const ended = machine.look();
        if (ended.includes(large)) return true;
        again(ended);
      }
      return false;
    }),
  );
  t.pass();
});
