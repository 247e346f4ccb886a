import test from "ava";
import { LastUses } from "../../../../runtime/actions/last-uses.js";

/** Uses whose writes a test holds; `begun` settles when the next write begins. */
function heldUses() {
  const writes: { ids: string[]; end: PromiseWithResolvers<void> }[] = [];
  let underWay = 0;
  let most = 0;
  let begun = Promise.withResolvers<void>();
  const host = {
    async transact(work: (tx: object) => Promise<void>) {
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        await work({});
      } finally {
        underWay -= 1;
      }
    },
    log: { warn() {} },
  };
  const uses = new LastUses(host as never, "things", async (_tx, written) => {
    const end = Promise.withResolvers<void>();
    writes.push({ ids: written.map(([id]) => id), end });
    begun.resolve();
    begun = Promise.withResolvers();
    await end.promise;
  });
  return { uses, writes, most: () => most, begun: () => begun.promise };
}

test("uses are known at once, and written in the order of their ids; what is set meanwhile is written next, never beside", async (t) => {
  const { uses, writes, most, begun } = heldUses();
  const first = begun();
  uses.set("b", 2).set("a", 1);
  t.deepEqual([...uses.pending()].toSorted(), [
    ["a", 1],
    ["b", 2],
  ]);
  await first;
  t.deepEqual(writes[0]?.ids, ["a", "b"]);
  uses.set("b", 3);
  const second = begun();
  const closed = uses.close();
  t.is(writes.length, 1);
  writes[0]?.end.resolve();
  await second;
  t.deepEqual(writes[1]?.ids, ["b"], "a is written, and b was used again");
  writes[1]?.end.resolve();
  await closed;
  t.is(uses.size, 0);
  t.is(most(), 1);
});

test("what could not be written is kept, and tried again", async (t) => {
  const { uses, writes, begun } = heldUses();
  const first = begun();
  uses.set("a", 1);
  await first;
  const second = begun();
  writes[0]?.end.reject(new Error("The database is away."));
  await second;
  t.deepEqual(writes[1]?.ids, ["a"]);
  t.is(uses.pending().get("a"), 1);
  writes[1]?.end.resolve();
  await uses.close();
});
