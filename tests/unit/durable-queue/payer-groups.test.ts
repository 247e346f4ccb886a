import test from "ava";
import { endOfGroup, GroupShares, groupOf } from "../../../engines/durable-queue/payer-groups.js";
import { shareSlots } from "../../../engines/durable-queue/share-slots.js";

/** What a group gets that takes all that it may have. */
function greedy(shares: GroupShares, group: string): number {
  let had = 0;
  for (; had < 10_000 && shares.hasRoom(group); had += 1) shares.take(group);
  return had;
}

test("forty groups that take all they may have, one after the other, leave room for hundreds of others", (t) => {
  const shares = new GroupShares(1792, new Map());
  const had = Array.from({ length: 40 }, (_, at) => greedy(shares, `greedy-${at}`));
  const sum = had.reduce((all, count) => all + count, 0);
  t.true(sum <= 1792 - 1792 / 8, `${sum} of 1,792, and the reserve is an eighth`);
  t.is(had[0], 174);
  t.true(had.every((count) => count > 0));
  for (let at = 0; at < 224; at += 1) t.true(greedy(shares, `other-${at}`) > 0);
});

test("a group that has something in hand takes nothing of the reserve", (t) => {
  const shares = new GroupShares(16, new Map([["others", 14]]));
  t.is(greedy(shares, "one"), 1);
  t.is(greedy(shares, "two"), 1);
});

test("groups are counted over all their payers", (t) => {
  const shares = GroupShares.of(64, ["ann/1", "ann/2", "ben/1", "cleo"]);
  t.deepEqual(
    ["ann", "ben", "cleo", "dan"].map((group) => shares.inHand(group)),
    [2, 1, 1, 0],
  );
  shares.copy().take("dan");
  t.is(shares.inHand("dan"), 0);
});

test("slots go to the group with the fewest in hand, however many payers another one has", (t) => {
  const payers = ["hog/1", "hog/2", "hog/3", "hog/4", "ann/1"].map((payer) => ({ payer, ready: 5 }));
  const groups = new GroupShares(1000, new Map());
  t.deepEqual(
    [...shareSlots(payers, new Map(), 2, groups)],
    [
      ["hog/1", 1],
      ["ann/1", 1],
    ],
  );
});

test("and a group without room gets none, though slots are left", (t) => {
  const payers = ["hog/1", "hog/2"].map((payer) => ({ payer, ready: 5 }));
  t.is(shareSlots(payers, new Map(), 20, new GroupShares(64, new Map([["hog", 7]]))).size, 0);
});

test("a payer's group and its end in the order of payers", (t) => {
  t.deepEqual(["ann/1", "ann"].map(groupOf), ["ann", "ann"]);
  t.true("ann/~" < endOfGroup("ann/1") && endOfGroup("ann/1") < "ann1/0");
  t.is(endOfGroup("ann"), "ann");
});
