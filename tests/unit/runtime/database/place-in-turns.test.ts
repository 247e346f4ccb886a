import { setImmediate } from "node:timers/promises";
import test from "ava";
import { ContentType } from "../../../../entities/content-type.js";
import { currentCaller, onBehalfOf } from "../../../../runtime/concurrency/current-call.js";
import type { Database } from "../../../../runtime/database/database.js";
import { ConnectionLock } from "../../../../runtime/database/sqlite/shared-connection.js";
import { transaction, type Tx } from "../../../../runtime/database/transaction.js";
import { loopTurns } from "../../../../runtime/process/loop-turns.js";
import { openTestDatabase } from "../../../helpers/open-test-database.js";

// The embedded connection, and the caller that holds it, wait for their place in a turn of the event loop (ADR-0101).

let database: Database;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

test.serial(
  "the connection is granted when its place in a turn has come, and not before (ADR-0101)",
  async (t) => {
    const line: { caller: string | null; go: () => void }[] = [];
    const lock = new ConnectionLock({
      isDue: true,
      wait: (go) => void line.push({ caller: currentCaller(), go }),
    });
    const granted: object[] = [];
    const [first, second] = [{}, {}];
    const ask = (owner: object) =>
      onBehalfOf("modest", () => lock.acquire(owner)?.then(() => granted.push(owner)));
    const asked = [ask(first), ask(second)];
    await manyTurns();
    t.deepEqual(granted, [], "turns alone grant nothing");
    t.deepEqual(
      line.map(({ caller }) => caller),
      [null],
      "it waits once, as the process",
    );

    line[0]?.go();
    await asked[0];
    lock.release(first);
    await manyTurns();
    t.deepEqual(granted, [first], "the next owner waits for a place too");
    t.is(line.length, 2);

    line[1]?.go();
    await asked[1];
    t.deepEqual(granted, [first, second]);
  },
);

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Blocks the thread for longer than a turn of the event loop may last. */
function fillTurn(): void {
  const until = performance.now() + 12;
  while (performance.now() < until);
}

const HELD = "the transaction";
const GREEDY = ["one", "two", "three"];
const STEPS = 8;

/**
 * Runs a transaction whose steps each fill a turn, beside three callers whose steps do the same. Returns the names of those who
 * went on, for each turn of the event loop.
 */
async function turnsOf(work: (tx: Tx, step: () => void) => Promise<void>): Promise<string[][]> {
  const turns: string[][] = [[]];
  // Timers run once in a turn, and a timer of 1 ms runs in each turn that is filled.
  const timer = setInterval(() => turns.push([]), 1);
  const step = (name: string): void => {
    turns.at(-1)?.push(name);
    fillTurn();
  };
  const greedy = GREEDY.map((name) =>
    onBehalfOf(name, () =>
      Promise.all(
        Array.from(
          { length: STEPS },
          () =>
            new Promise<void>((done) =>
              loopTurns.wait(() => {
                step(name);
                done();
              }),
            ),
        ),
      ),
    ),
  );
  try {
    await onBehalfOf("modest", () => transaction(database, (tx) => work(tx, () => step(HELD))));
    await Promise.all(greedy);
  } finally {
    clearInterval(timer);
  }
  return turns.filter((names) => names.length > 0);
}

const CASES: Readonly<Record<string, (tx: Tx, step: () => void) => Promise<void>>> = {
  "statements of a transaction": async (tx, step) => {
    for (let at = 0; at < STEPS; at += 1) {
      await tx.query("SELECT 1");
      step();
    }
  },
  "entities of a transaction": async (tx, step) => {
    const row = {
      get id() {
        step();
        return "x";
      },
    };
    await tx.entities(
      ContentType,
      Array.from({ length: STEPS }, () => row),
    );
  },
};

for (const [what, work] of Object.entries(CASES))
  test.serial(
    `${what} have every other place in the turns of the loop (rules/running 24; ADR-0101)`,
    async (t) => {
      const turns = await turnsOf(work);
      for (const names of turns)
        t.is(names.length, 1, `one place in a turn that it fills: ${names.join(", ")}`);
      const order = turns.flat();
      t.is(order.filter((name) => name === HELD).length, STEPS);
      const places = order.flatMap((name, at) => (name === HELD ? [at] : []));
      const [first, ...others] = places.slice(1).map((at, before) => at - (places[before] ?? 0) - 1);
      // Where the connection was free, the first step took no place in the line.
      t.true(first === 0 || first === 1, order.join(", "));
      t.deepEqual(
        others,
        others.map(() => 1),
        `one of the others between two steps: ${order.join(", ")}`,
      );
    },
  );
