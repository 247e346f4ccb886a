import test from "ava";
import { IndexBusy, TaskPool } from "../../../../engines/document-index/index.js";

const COLUMN = { kind: "number", values: new Float64Array([1, Number.NaN]) } as const;

test("owners take turns in the worker, and at most 256 tasks of one wait (rules/delivery 46)", async (t) => {
  const pool = new TaskPool(0);
  const done: string[] = [];
  const run = async (owner: string, name: string) => {
    await pool.run(owner, "exists", { column: COLUMN, slots: [0], count: 2 });
    done.push(name);
  };
  const ofAnna = Array.from({ length: 300 }, (_, at) => run("anna", `anna ${at}`));
  const ofBen = [run("ben", "ben 0"), run("ben", "ben 1")];
  const settled = await Promise.allSettled(ofAnna);
  await Promise.all(ofBen);
  t.deepEqual(done.slice(0, 5), ["anna 0", "ben 0", "anna 1", "ben 1", "anna 2"]);
  const refused = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  t.is(refused.length, 43);
  t.true(refused.every((error) => error instanceof IndexBusy));
  await run("anna", "once more");
  t.is(done.length, 260);
  await pool.stop();
});
