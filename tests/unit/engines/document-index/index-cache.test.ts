import test from "ava";
import { type Evictable, IndexCache, IndexContended } from "../../../../engines/document-index/index.js";

class Model implements Evictable {
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

const wanted = (name: string, open: () => Promise<Model>, plan = "first", revision = 1) => ({
  name,
  plan,
  revision,
  fits: (held: string) => held === plan,
  open,
});
const touch = (models: IndexCache<Model>, name: string, model: Model) =>
  models.use(
    wanted(name, async () => model),
    async () => {},
  );

test("a model is opened once for all who ask for it at the same time", async (t) => {
  const models = new IndexCache<Model>(1000);
  let opened = 0;
  const open = async () => {
    opened++;
    return new Model(1);
  };
  await Promise.all(
    [1, 2, 3].map(() => models.use(wanted("a", open), async (model) => t.false(model.isClosed))),
  );
  t.is(opened, 1);
});

test("one that cannot be opened is tried again by the next", async (t) => {
  const models = new IndexCache<Model>(1000);
  const failing = models.use(
    wanted("a", async () => Promise.reject(new Error("away"))),
    async () => {},
  );
  await t.throwsAsync(failing, { message: "away" });
  await t.notThrowsAsync(touch(models, "a", new Model(1)));
});

test("beyond the budget goes what can be computed again, then what was used longest ago (rules/delivery 11)", async (t) => {
  const models = new IndexCache<Model>(100);
  const [a, b, c] = [new Model(30, 20), new Model(30, 20), new Model(60)];
  await touch(models, "a", a);
  await touch(models, "b", b);
  await touch(models, "a", a);
  t.is(models.bytes, 100);
  await touch(models, "c", c);
  t.deepEqual([a.derived, b.derived], [0, 0]);
  t.deepEqual([a.isClosed, b.isClosed, c.isClosed], [false, true, false]);
});

test("a model in use stays, and one that was dropped lives until its last user is done", async (t) => {
  const models = new IndexCache<Model>(10);
  const [a, b] = [new Model(20), new Model(20)];
  await models.use(
    wanted("a", async () => a),
    async () => {
      await touch(models, "b", b);
      t.false(a.isClosed);
      models.drop(a);
      t.false(a.isClosed);
      t.is(models.count, 1);
    },
  );
  await Promise.resolve();
  t.true(a.isClosed);
  t.false(b.isClosed);
  await models.close();
  t.true(b.isClosed);
});

test("a newer plan's model takes the place of an older one, whose users finish; an older one's never does", async (t) => {
  const models = new IndexCache<Model>(1000);
  const [old, fresh, late] = [new Model(1), new Model(1), new Model(1)];
  const use = (model: Model, plan: string, revision: number, work: () => Promise<unknown> = async () => {}) =>
    models.use(
      wanted("a", async () => model, plan, revision),
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
  await use(new Model(1), "second", 2);
  t.false(fresh.isClosed);
  t.is(models.count, 1);
});

test("while a newer plan's model is opened, who can do with the older one does not wait", async (t) => {
  const models = new IndexCache<Model>(1000);
  await touch(models, "a", new Model(1));
  const { promise, resolve } = Promise.withResolvers<Model>();
  const waiting = models.use(
    wanted("a", () => promise, "second", 2),
    async () => "new",
  );
  await t.notThrowsAsync(touch(models, "a", new Model(2)));
  resolve(new Model(1));
  t.is(await waiting, "new");
});

test("of one name one model is opened at a time, and everybody gets his own", async (t) => {
  const models = new IndexCache<Model>(1000);
  let opening = 0;
  const open = async () => {
    t.is(++opening, 1);
    await new Promise((resolve) => setImmediate(resolve));
    opening--;
    return new Model(1);
  };
  const plans = ["first", "second", "third", "second", "first"];
  const used = plans.map((plan, at) => models.use(wanted("a", open, plan, at), async () => plan));
  t.deepEqual(await Promise.all(used), plans);
});

test("who would wait for ever for the models of others is told to come again", async (t) => {
  const models = new IndexCache<Model>(1000);
  const plans = Array.from({ length: 40 }, (_, at) => `plan ${at}`);
  const used = await Promise.allSettled(
    plans.map((plan, at) =>
      models.use(
        wanted("a", async () => new Model(1), plan, at),
        async () => plan,
      ),
    ),
  );
  t.true(used.slice(0, 20).every(({ status }) => status === "fulfilled"));
  const refused = used.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  t.true(refused.length > 0);
  for (const error of refused) t.true(error instanceof IndexContended);
});
