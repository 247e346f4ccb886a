import { randomUUID } from "node:crypto";
import test from "ava";
import { GenerationJob } from "../../../entities/generation-job.js";
import type { ClaimedTask } from "../../../engines/durable-queue/index.js";
import { goneSweep } from "../../../services/generation/gone-sweep.js";
import type { Host } from "../../../runtime/process/host.js";
import { openTestStore, type TestStore } from "../../helpers/open-test-store.js";

// The number of jobs that one round of the sweep changes does not grow with the jobs that wait.

let db: TestStore;
test.before(async () => {
  db = await openTestStore();
});
test.after.always(() => db?.close());

const JOBS = 1300;

const jobOf = (provider: string): GenerationJob =>
  ({
    id: randomUUID(),
    accountId: randomUUID(),
    actorEmail: "a@kiln.test",
    payerId: "payer",
    projectId: null,
    cutId: null,
    model: "m",
    provider,
    kind: "image",
    params: {},
    status: "queued",
    createdAt: 1,
  }) as unknown as GenerationJob;

test("jobs of a provider that is gone are marked and welcomed back a batch at a time, and nobody else's (rules/models 5)", async (t) => {
  const columns = db.database.dataSource.getMetadata(GenerationJob).columns;
  const rows = [...Array.from({ length: JOBS }, () => jobOf("gone")), jobOf("here")].map((job) =>
    Object.fromEntries(
      columns.map(({ propertyName: name, isNullable }) => [
        name,
        (job as unknown as Record<string, unknown>)[name] ?? (isNullable ? null : 0),
      ]),
    ),
  );
  for (let at = 0; at < rows.length; at += 100)
    await db.transact((tx) => tx.insert(GenerationJob, rows.slice(at, at + 100) as never));
  let workers: string[] = ["image@here"];
  const written: number[] = [];
  const host = {
    ...db,
    config: { providerGoneMs: 3600_000 },
    nodes: { seesOthers: true },
    call: async () => ({ workers }),
    transact: (work: Parameters<TestStore["transact"]>[0]) =>
      db.transact(async (tx) => {
        const { run } = tx;
        tx.run = async (...given) => {
          const affected = await run.apply(tx, given);
          written.push(affected);
          return affected;
        };
        return work(tx).finally(() => (tx.run = run));
      }),
  } as unknown as Host;
  const { signal } = new AbortController();
  const look = () => goneSweep(host).handler.run({ id: "a look", signal } as ClaimedTask);
  const marked = async (provider: string) =>
    Number(
      (
        await db.read.query<{ count: number }>(
          "SELECT COUNT(*) AS count FROM generation_jobs WHERE provider = ? AND providerGoneSince IS NOT NULL",
          [provider],
        )
      )[0]?.count,
    );
  await look();
  t.is(await marked("gone"), JOBS);
  t.is(await marked("here"), 0);
  t.deepEqual(written, [500, 500, 300]);
  await look();
  t.is(written.length, 3, "who is marked is not marked again");
  workers = ["image@here", "image@gone"];
  await look();
  t.is(await marked("gone"), 0);
  t.is(Math.max(...written), 500);
});
