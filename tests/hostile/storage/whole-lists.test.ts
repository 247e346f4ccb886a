import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { type Database, openDatabase } from "../../../runtime/database/database.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeObjects } from "../../helpers/many-objects.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// A list without `limit` is sent in pieces, whatever its length (ADR-0077).

/**
 * Number of batches of 20,000 objects. A hundred thousand rows for each of ten readers would take more memory than is allowed if
 * they were kept. `npm run test:long` has twice as many.
 */
const TIMES = process.env.KILN_LONG === undefined ? 5 : 10;
const COUNT = 20_000 * TIMES;
const READERS = 2;
const IDLE = 8;

let hostile: HostileSite;
let database: Database;
let mallory: Person;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
  const { env, folder } = hostile.site;
  database = await openDatabase({
    url: env.DATABASE_URL ?? null,
    dataDir: folder,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
  await makeObjects(database, mallory.id, TIMES);
});
test.after.always(async () => {
  await database?.close();
  await hostile?.close();
});

/** Asks until there is an answer, because on a busy machine the first piece may come later than its call may take. */
async function ask(signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${hostile.kiln.url}/v1/storage/usage`, {
      headers: { authorization: `Bearer ${mallory.key}` },
      ...(signal !== undefined && { signal }),
    });
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
  }
}

/** Reads the whole answer without keeping it. Returns the number of rows, and how the answer ends. */
async function readAll(): Promise<{ rows: number; end: string }> {
  const answer = await ask();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  let [rows, end] = [0, ""];
  for await (const bytes of answer.body ?? []) {
    const text = end + Buffer.from(bytes).toString("latin1");
    rows += text.split(`"storageId":`).length - 1 - (end.split(`"storageId":`).length - 1);
    end = text.slice(-200);
  }
  return { rows, end };
}

test.serial(
  `lists of ${COUNT} rows, and readers of them that take nothing, hurt nobody else (rules/running 23)`,
  async (t) => {
    const leaving = new AbortController();
    const met = await hostile.witness.during(async () => {
      const idle = Array.from({ length: IDLE }, () => ask(leaving.signal));
      for (const { rows, end } of await Promise.all(Array.from({ length: READERS }, readAll))) {
        t.is(rows, COUNT);
        const behind = JSON.parse(`{${end.slice(end.lastIndexOf("],") + 2)}`) as Record<string, unknown>;
        t.is(behind.total, COUNT);
        t.deepEqual(Object.keys(behind).sort(), ["includedBytes", "total", "totalBytes"]);
      }
      for (const { status } of await Promise.all(idle)) t.is(status, 200);
      leaving.abort();
    });
    assertUnhurt(t, met);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  async (t) => {
    await transaction(database, (tx) =>
      tx.run("DELETE FROM storage_objects WHERE ownerId = ?", [mallory.id]),
    );
    await hostile.stop(t);
  },
);
