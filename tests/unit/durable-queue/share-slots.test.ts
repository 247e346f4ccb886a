import test from "ava";
import { shareSlots } from "../../../engines/durable-queue/share-slots.js";

test("slots go to the payer with the fewest running, not to the one with the longest queue (rules/generation 14)", (t) => {
  const payers = [
    { payer: "many", ready: 10_000 },
    { payer: "few", ready: 2 },
    { payer: "one", ready: 1 },
  ];
  const shares = shareSlots(payers, new Map([["many", 1]]), 6);
  t.deepEqual([...shares].toSorted(), [
    ["few", 2],
    ["many", 3],
    ["one", 1],
  ]);
});

test("slots that nobody needs stay free", (t) => {
  t.is(shareSlots([{ payer: "a", ready: 1 }], new Map(), 5).get("a"), 1);
  t.is(shareSlots([], new Map(), 5).size, 0);
});

test("among payers with as much running slots go to the one in front, who then waits anew (rules/generation 14)", (t) => {
  const payers = ["ann", "ben", "cleo"].map((payer) => ({ payer, ready: 5 }));
  t.deepEqual([...shareSlots(payers, new Map(), 1)], [["ann", 1]]);
  t.deepEqual([...shareSlots(payers, new Map(), 4)].toSorted(), [
    ["ann", 2],
    ["ben", 1],
    ["cleo", 1],
  ]);
});
