import test from "ava";
import { LastTurns } from "../../../engines/durable-queue/last-turns.js";

/** Returns payers by how long they wait, the longest first. Each has a task that is due since the given time. */
const inOrder = (turns: LastTurns, due: Readonly<Record<string, number>>): string[] =>
  Object.entries(due)
    .map(([payer, at]) => ({ payer, since: turns.waitsSince("work", payer, at) }))
    .toSorted((one, other) => LastTurns.compare(one.since, other.since))
    .map(({ payer }) => payer);

test("a payer waits since its oldest task was due, or since its last turn if that was later (rules/generation 14)", (t) => {
  const turns = new LastTurns();
  turns.note("work", "ann", 50);
  t.is(turns.waitsSince("work", "ann", 10).at, 50);
  t.is(turns.waitsSince("work", "ann", 90).at, 90);
  t.is(turns.waitsSince("work", "ben", 10).at, 10);
  t.deepEqual(inOrder(turns, { ann: 10, ben: 40 }), ["ben", "ann"]);
});

test("of turns at the same moment the earlier one is next, and who had none is before both", (t) => {
  const turns = new LastTurns();
  for (const payer of ["ann", "ben", "ann"]) turns.note("work", payer, 50);
  t.deepEqual(inOrder(turns, { ann: 10, ben: 10, cem: 50 }), ["cem", "ben", "ann"]);
});

test("a turn in one queue is none in another", (t) => {
  const turns = new LastTurns();
  turns.note("other", "ann", 50);
  t.is(turns.waitsSince("work", "ann", 10).at, 10);
});

test("of many payers the one whose turn was the longest ago is forgotten", (t) => {
  const turns = new LastTurns();
  turns.note("work", "ann", 50);
  turns.note("work", "ben", 50);
  turns.note("work", "ann", 60);
  for (let other = 0; other < 1023; other += 1) turns.note("work", `payer ${other}`, 70);
  t.is(turns.waitsSince("work", "ann", 10).at, 60);
  t.is(turns.waitsSince("work", "ben", 10).at, 10);
});
