import test from "ava";
import { type Evictable, ReadModels } from "../../../services/delivery/read-model/read-models.js";

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

const touch = (models: ReadModels<Model>, key: string, model: Model) =>
  models.use(
    key,
    async () => model,
    async () => {},
  );

test("a model is opened once for all who ask for it at the same time", async (t) => {
  const models = new ReadModels<Model>(1000);
  let opened = 0;
  const open = async () => {
    opened++;
    return new Model(1);
  };
  await Promise.all([1, 2, 3].map(() => models.use("a", open, async (model) => t.false(model.isClosed))));
  t.is(opened, 1);
});

test("one that cannot be opened is tried again by the next", async (t) => {
  const models = new ReadModels<Model>(1000);
  const failing = models.use(
    "a",
    async () => Promise.reject(new Error("away")),
    async () => {},
  );
  await t.throwsAsync(failing, { message: "away" });
  await t.notThrowsAsync(touch(models, "a", new Model(1)));
});

test("beyond the budget goes what can be computed again, then what was used longest ago", async (t) => {
  const models = new ReadModels<Model>(100);
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
  const models = new ReadModels<Model>(10);
  const [a, b] = [new Model(20), new Model(20)];
  await models.use(
    "a",
    async () => a,
    async () => {
      await touch(models, "b", b);
      t.false(a.isClosed);
      await models.drop("a");
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
