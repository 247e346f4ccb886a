import test from "ava";
import { makePng } from "../../../plugins/kit/media/png.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { oddProvider } from "../../helpers/lend-provider.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

interface Asked {
  sql: string;
  /** Query runner, which tells transactions apart: one of them is what a runner sends from START to COMMIT. */
  runner: unknown;
}

/** Tables of jobs. Other statements of the process do not count. */
const OF_JOBS =
  /\b(api_keys|balances|holds|generation_jobs|provider_circuits|tasks|account_events|account_event_heads|audit_entries|ledger_entries|storage_objects|storage_usage)\b/;
/**
 * Polls of all queues, heartbeats and sweeps, which a process sends with or without jobs, and the update of a key's last use. A
 * look at one queue belongs to a job.
 */
const BESIDE = /AS queue1|leaseUntil (<|-)|SET leaseUntil|SET task\.leaseUntil|LIMIT 200|lastUsedAt = |waits/;

/** Returns the statements of jobs that are sent while `work` runs, with those that begin and end their transactions. */
async function statementsOf({ host }: Kiln, work: () => Promise<unknown>): Promise<string[]> {
  const { dataSource } = host.database;
  const { logger } = dataSource;
  const asked: Asked[] = [];
  dataSource.logger = Object.assign(Object.create(logger as object) as typeof logger, {
    logQuery: (sql: string, _parameters: unknown, runner: unknown) => void asked.push({ sql, runner }),
  });
  await work().finally(() => (dataSource.logger = logger));
  const found: string[] = [];
  for (const [runner, ofRunner] of Map.groupBy(asked, (each) => each.runner ?? each)) {
    const texts = ofRunner.map(({ sql }) => sql).filter((sql) => !BESIDE.test(sql));
    const own = texts.filter((sql) => OF_JOBS.test(sql));
    if (own.length === 0) continue;
    const ends = runner === undefined ? [] : texts.filter((sql) => /^(START|COMMIT|ROLLBACK)/.test(sql));
    found.push(...own, ...ends);
  }
  return found.map((sql) => `${sql.trim().split(/\s/)[0]} ${OF_JOBS.exec(sql)?.[1] ?? ""}`.trim());
}

/** Adds a vendor that answers a submission with the file itself. */
async function lendVendor({ host }: Kiln): Promise<void> {
  const body = await makePng(8, 8, [
    [200, 40, 40],
    [40, 40, 200],
  ]);
  const driver = oddProvider("vendor", {
    submit: async () => ({ state: "succeeded", outputs: [{ contentType: "image/png", body }] }),
  });
  const file = { name: "vendor", version: "1", file: "a test", status: "loaded", error: null } as const;
  host.plugins.swap(file, [{ point: "modelProvider", name: "vendor", driver }]);
}

const REQUEST = {
  model: "vendor-image",
  params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
};

async function open(): Promise<{
  kiln: Kiln;
  submit(person: Person): Promise<void>;
  made(jobs: number): Promise<unknown>;
}> {
  const kiln = await startKiln();
  await lendVendor(kiln);
  const made = (jobs: number) =>
    until(async () => {
      const sql = "SELECT COUNT(*) AS n FROM storage_objects WHERE thumb = 'ready' AND 'waits' = 'waits'";
      const left =
        "SELECT COUNT(*) AS n FROM tasks WHERE queue LIKE 'generation.image%' OR queue = 'storage.thumb' OR 'waits' = ''";
      const [ready, tasks] = await Promise.all(
        [sql, left].map((text) => kiln.host.read.query<{ n: number }>(text)),
      );
      return Number(ready?.[0]?.n) >= jobs && Number(tasks?.[0]?.n) === 0;
    });
  const submit = async (person: Person): Promise<void> => {
    const { status, body } = await person.api.post("/v1/generations", REQUEST);
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const first = await signUp(kiln.url);
  await until(async () => (await first.api.post("/v1/generations", REQUEST)).status === 200);
  await made(1);
  return { kiln, submit, made };
}

const counted = (statements: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(statements, (name) => name)].map(([name, all]) => [name, all.length]));

test("a job that comes alone costs a server at most 30 statements, from its submission to its thumbnail, with the looks that it causes (ADR-0097)", async (t) => {
  const { kiln, submit, made } = await open();
  t.teardown(() => kiln.stop());
  if (kiln.host.database.dialect === "sqlite")
    return t.pass("statements of the embedded database have no way to go");
  const person = await signUp(kiln.url);
  // A poll that meets the end of a run makes the queue look once more, which happened for half of the jobs.
  const counts: number[] = [];
  for (const jobs of [2, 3, 4, 5]) {
    const statements = await statementsOf(kiln, async () => {
      await submit(person);
      await made(jobs);
    });
    t.log(statements.length, counted(statements));
    counts.push(statements.length);
  }
  const [, second = Infinity] = counts.toSorted((one, other) => one - other);
  t.true(second <= 30, counts.join(", "));
});

test("jobs that come together cost a server at most 30 statements each, with the looks that they cause (ADR-0097)", async (t) => {
  const { kiln, submit, made } = await open();
  t.teardown(() => kiln.stop());
  if (kiln.host.database.dialect === "sqlite")
    return t.pass("statements of the embedded database have no way to go");
  const people = await Promise.all([1, 2, 3, 4].map(() => signUp(kiln.url)));
  const jobs = people.flatMap((person) => Array.from({ length: 10 }, () => person));
  const statements = await statementsOf(kiln, async () => {
    await Promise.all(jobs.map(submit));
    await made(1 + jobs.length);
  });
  t.log(statements.length / jobs.length, counted(statements));
  t.true(statements.length / jobs.length <= 30, JSON.stringify(counted(statements)));
});
