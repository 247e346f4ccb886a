import { randomUUID } from "node:crypto";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

interface Connection {
  query(sql: string, ...rest: unknown[]): unknown;
}

const LOCKS = /FROM `balances` .* FOR UPDATE/;

test("a payer's balance is locked for two ways to the database by a submission, and for three by a settlement (ADR-0084)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { database } = kiln.host;
  if (database.dialect === "sqlite") return t.pass("statements of the embedded database have no way to go");
  const person = await signUp(kiln.url);

  // Each transaction is recorded as its packets, from the one that locks a balance to the one that commits.
  const transactions: string[][] = [];
  const seen = new WeakSet<Connection>();
  const { pool } = database.dataSource.driver as unknown as {
    pool: { on(event: "acquire", listener: (connection: Connection) => void): void };
  };
  pool.on("acquire", (connection) => {
    if (seen.has(connection)) return;
    seen.add(connection);
    const query = connection.query.bind(connection);
    let packets: string[] | null = null;
    connection.query = (sql, ...rest) => {
      if (LOCKS.test(sql)) transactions.push((packets = []));
      packets?.push(sql);
      if (sql.endsWith("COMMIT")) packets = null;
      return query(sql, ...rest);
    };
  });

  const headers = { "idempotency-key": randomUUID() };
  const { body } = await person.api.post("/v1/generations", mockRequest(), { headers });
  t.is((await waitForJob(person.api, body.job.id)).status, "succeeded");
  await waitUntil(async () => transactions.some((packets) => packets.join().includes("ledger_entries")));
  const of = (table: string) =>
    transactions.find((packets) => packets.join().includes(`INSERT INTO \`${table}\``)) ?? [];
  t.is(of("generation_jobs").length, 2);
  t.is(of("ledger_entries").length, 3);
});
