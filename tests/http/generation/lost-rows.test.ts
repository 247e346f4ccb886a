import test from "ava";
import { transaction } from "../../../runtime/database/transaction.js";
import { makePng } from "../../../plugins/kit/media/png.js";
import { verifyLedger } from "../../../services/billing/verify-ledger.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { oddProvider, submitTo } from "../../helpers/lend-provider.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { jobQueue } from "../../../services/generation/create-job.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

// Rows that were lost or broken, as by a restore of some tables, cost nobody else anything.

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const run = (sql: string, parameters: readonly unknown[]) =>
  transaction(kiln.host.database, (tx) => tx.run(sql, parameters));
const read = <T>(sql: string, parameters: readonly unknown[]) => kiln.host.read.query<T>(sql, parameters);

const picture = (): Promise<Buffer> =>
  makePng(8, 8, [
    [200, 40, 40],
    [40, 40, 200],
  ]);

/** Makes a provider whose answers wait until the test lets them come. */
function gated(): { submit: () => Promise<never>; open: () => void; asked: Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const submit = async () => {
    asked.resolve();
    await gate.promise;
    return { state: "succeeded", outputs: [{ contentType: "image/png", body: await picture() }] } as never;
  };
  return { submit, open: () => gate.resolve(), asked: asked.promise };
}

/** Returns the revisions of an account's events. */
const revisionsOf = async (account: string): Promise<number[]> =>
  (
    await read<{ revision: number }>(
      "SELECT revision FROM account_events WHERE accountId = ? ORDER BY revision",
      [account],
    )
  ).map(({ revision }) => Number(revision));

test.serial(
  "a job whose account loses the head of its events, and the count of its bytes, while it runs succeeds, and the events go on (ADR-0097)",
  async (t) => {
    const person = await signUp(kiln.url);
    const account = person.id;
    const { submit, open, asked } = gated();
    const id = await submitTo(kiln, person, "gated", { submit });
    await asked;
    await run("DELETE FROM account_event_heads WHERE id = ?", [account]);
    await run("DELETE FROM storage_usage WHERE id = ?", [account]);
    open();
    const job = await waitForJob(person.api, id);
    t.is(job.status, "succeeded", JSON.stringify(job));
    const all = await revisionsOf(account);
    t.deepEqual(
      all,
      all.map((_, at) => at + 1),
    );
    const [usage] = await read<{ n: number }>("SELECT committedBytes AS n FROM storage_usage WHERE id = ?", [
      account,
    ]);
    t.is(Number(usage?.n), (await picture()).length);
    const { mismatches } = await verifyLedger(kiln.host.read);
    t.deepEqual(mismatches, []);
  },
);

test.serial(
  "an account without a head of its events submits, and goes on behind the events that are kept (ADR-0097)",
  async (t) => {
    const person = await signUp(kiln.url);
    const account = person.id;
    const first = (await person.api.post("/v1/generations", mockRequest())).body.job.id;
    await waitForJob(person.api, first);
    const before = await revisionsOf(account);
    await run("DELETE FROM account_event_heads WHERE id = ?", [account]);
    const { status, body } = await person.api.post("/v1/generations", mockRequest());
    t.is(status, 200, JSON.stringify(body));
    t.is((await waitForJob(person.api, body.job.id)).status, "succeeded");
    const all = await revisionsOf(account);
    t.true(all.length > before.length);
    t.deepEqual(
      all,
      all.map((_, at) => at + 1),
    );
  },
);

test.serial(
  "a job whose row cannot be read fails alone: others that begin at the same time succeed, and its hold is released (ADR-0097)",
  async (t) => {
    const [person, other] = [await signUp(kiln.url), await signUp(kiln.url)];
    const account = person.id;
    const vendor = {
      submit: async () =>
        ({ state: "succeeded", outputs: [{ contentType: "image/png", body: await picture() }] }) as never,
    };
    await waitForJob(person.api, await submitTo(kiln, person, "vendor", vendor));
    // Nothing works on the queue until both jobs are in it.
    kiln.host.tasks.forget(jobQueue("image", "vendor"));
    const request = {
      model: "vendor-image",
      params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 },
    };
    const [bad, good] = await Promise.all(
      [person, other].map(
        async ({ api }) => (await api.post("/v1/generations", request)).body.job.id as string,
      ),
    );
    await run("UPDATE generation_jobs SET params = '{' WHERE id = ?", [bad]);
    // The job has failed seven times before.
    await run("UPDATE tasks SET attempts = 7 WHERE subject = ?", [bad]);
    kiln.host.plugins.swap({ name: "vendor", version: "2", file: "a test", status: "loaded", error: null }, [
      { point: "modelProvider", name: "vendor", driver: oddProvider("vendor", vendor) },
    ]);
    t.is((await waitForJob(other.api, good)).status, "succeeded");
    await until(async () => {
      const [row] = await read<{ status: string }>("SELECT status FROM generation_jobs WHERE id = ?", [bad]);
      return row?.status === "failed";
    });
    t.deepEqual(await read("SELECT id FROM holds WHERE accountId = ?", [account]), []);
    const [entry] = await read<{ n: number }>("SELECT COUNT(*) AS n FROM ledger_entries WHERE ref = ?", [
      bad,
    ]);
    t.is(Number(entry?.n), 0);
    await run("UPDATE generation_jobs SET params = '{}' WHERE id = ?", [bad]);
    const { mismatches } = await verifyLedger(kiln.host.read);
    t.deepEqual(mismatches, []);
  },
);
