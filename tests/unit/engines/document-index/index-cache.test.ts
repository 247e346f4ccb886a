import { setImmediate as nextTurn } from "node:timers/promises";
import test from "ava";
import {
  type Evictable,
  IndexBusy,
  IndexCache,
  IndexContended,
} from "../../../../engines/document-index/index.js";

class StubIndex implements Evictable {
  isClosed = false;
  kept: number;
  derived: number;

  constructor(kept: number, derived = 0) {
    this.kept = kept;
    this.derived = derived;
  }

  get bytes(): number {
    return this.kept + this.derived;
  }

  shrink(bytes: number): void {
    this.derived -= Math.min(bytes, this.derived);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

const wanted = (name: string, open: () => Promise<StubIndex>, plan = "first", revision = 1) => ({
  name,
  plan,
  owner: name,
  revision,
  fits: (other: string) => other === plan,
  open,
});
const touch = (indexes: IndexCache<StubIndex>, name: string, index: StubIndex) =>
  indexes.use(
    wanted(name, async () => index),
    async () => {},
  );

test("an index is opened once for all who ask for it at the same time", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  let opened = 0;
  const open = async () => {
    opened++;
    return new StubIndex(1);
  };
  await Promise.all(
    [1, 2, 3].map(() => indexes.use(wanted("a", open), async (index) => t.false(index.isClosed))),
  );
  t.is(opened, 1);
});

test("one that cannot be opened is tried again by the next", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  const failing = indexes.use(
    wanted("a", async () => Promise.reject(new Error("away"))),
    async () => {},
  );
  await t.throwsAsync(failing, { message: "away" });
  await t.notThrowsAsync(touch(indexes, "a", new StubIndex(1)));
});

test("beyond the budget goes what can be computed again, then what was used longest ago (rules/delivery 11)", async (t) => {
  const indexes = new IndexCache<StubIndex>(100);
  const [a, b, c] = [new StubIndex(30, 20), new StubIndex(30, 20), new StubIndex(60)];
  await touch(indexes, "a", a);
  await touch(indexes, "b", b);
  await touch(indexes, "a", a);
  t.is(indexes.bytes, 100);
  await touch(indexes, "c", c);
  t.deepEqual([a.derived, b.derived], [0, 0]);
  t.deepEqual([a.isClosed, b.isClosed, c.isClosed], [false, true, false]);
});

test("what queries derive is bounded between the counts of the memory too (rules/delivery 47)", async (t) => {
  const indexes = new IndexCache<StubIndex>(100);
  const a = new StubIndex(30);
  let most = 0;
  for (let query = 0; query < 20; query++) {
    const open = async () => a;
    await indexes.use(wanted("a", open), async (index) => {
      index.derived += 60;
      most = Math.max(most, index.bytes);
    });
  }
  t.true(most <= 250);
});

test("an index in use stays, and one that was dropped lives until its last user is done", async (t) => {
  const indexes = new IndexCache<StubIndex>(10);
  const [a, b] = [new StubIndex(20), new StubIndex(20)];
  await indexes.use(
    wanted("a", async () => a),
    async () => {
      await touch(indexes, "b", b);
      t.false(a.isClosed);
      indexes.drop(a);
      t.false(a.isClosed);
      t.is(indexes.count, 1);
    },
  );
  await Promise.resolve();
  t.true(a.isClosed);
  t.false(b.isClosed);
  await indexes.close();
  t.true(b.isClosed);
});

test("a newer plan's index takes the place of an older one, whose users finish; an older one's never does", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  const [old, fresh, late] = [new StubIndex(1), new StubIndex(1), new StubIndex(1)];
  const use = (
    index: StubIndex,
    plan: string,
    revision: number,
    work: () => Promise<unknown> = async () => {},
  ) =>
    indexes.use(
      wanted("a", async () => index, plan, revision),
      work,
    );
  await use(old, "first", 1, async () => {
    await use(fresh, "second", 2);
    t.false(old.isClosed);
  });
  await Promise.resolve();
  t.true(old.isClosed);
  await use(late, "first", 1, async () => t.false(late.isClosed));
  await Promise.resolve();
  t.true(late.isClosed);
  await use(new StubIndex(1), "second", 2);
  t.false(fresh.isClosed);
  t.is(indexes.count, 1);
});

test("while a newer plan's index is opened, who can do with the older one does not wait", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  await touch(indexes, "a", new StubIndex(1));
  const { promise, resolve } = Promise.withResolvers<StubIndex>();
  const waiting = indexes.use(
    wanted("a", () => promise, "second", 2),
    async () => "new",
  );
  await t.notThrowsAsync(touch(indexes, "a", new StubIndex(2)));
  resolve(new StubIndex(1));
  t.is(await waiting, "new");
});

test("of one name one index is opened at a time, and each caller gets their own", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  let opening = 0;
  const open = async () => {
    t.is(++opening, 1);
    await new Promise((resolve) => setImmediate(resolve));
    opening--;
    return new StubIndex(1);
  };
  const plans = ["first", "second", "third", "second", "first"];
  const used = plans.map((plan, at) => indexes.use(wanted("a", open, plan, at), async () => plan));
  t.deepEqual(await Promise.all(used), plans);
});

test("who would wait for ever for the indexes of others is told to come again", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  const plans = Array.from({ length: 40 }, (_, at) => `plan ${at}`);
  const used = await Promise.allSettled(
    plans.map((plan, at) =>
      indexes.use(
        wanted("a", async () => new StubIndex(1), plan, at),
        async () => plan,
      ),
    ),
  );
  t.true(used.slice(0, 20).every(({ status }) => status === "fulfilled"));
  const refused = used.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  t.true(refused.length > 0);
  for (const error of refused) t.true(error instanceof IndexContended);
});

test("two indexes are opened at once, one of an owner, and owners take turns (rules/delivery 48)", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  const began: string[] = [];
  const opening = new Map<string, (index: StubIndex) => void>();
  const use = (owner: string, name: string) => {
    const open = () =>
      new Promise<StubIndex>((opened) => {
        began.push(name);
        opening.set(name, opened);
      });
    return indexes.use({ ...wanted(name, open), owner }, async () => {});
  };
  const finish = async (name: string) => {
    opening.get(name)?.(new StubIndex(1));
    await nextTurn();
  };
  const uses = [use("anna", "a1"), use("anna", "a2"), use("anna", "a3"), use("ben", "b1"), use("carl", "c1")];
  t.deepEqual(began, ["a1", "b1"]);
  await finish("a1");
  t.deepEqual(began, ["a1", "b1", "c1"]);
  await finish("b1");
  t.deepEqual(began, ["a1", "b1", "c1", "a2"]);
  await finish("c1");
  t.is(began.length, 4);
  await finish("a2");
  await finish("a3");
  await Promise.all(uses);
  t.is(began.at(-1), "a3");
});

test("where a hundred indexes of an owner wait to be opened, more are refused (rules/delivery 48)", async (t) => {
  const indexes = new IndexCache<StubIndex>(1000);
  const { promise, resolve } = Promise.withResolvers<StubIndex>();
  const use = (name: string) =>
    indexes.use({ ...wanted(name, async () => promise), owner: "anna" }, async () => {});
  const uses = Array.from({ length: 101 }, (_, at) => use(`a${at}`));
  await t.throwsAsync(use("one more"), { instanceOf: IndexBusy });
  resolve(new StubIndex(1));
  await Promise.all(uses);
  t.is(indexes.count, 101);
});
