import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { Balance } from "../../../entities/balance.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { migrate } from "../../../runtime/database/migrate.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { openBalance } from "../../../services/billing/index.js";
import { makeBalance } from "../../helpers/make-balance.js";
import { openTestStore } from "../../helpers/open-test-store.js";

const db = await openTestStore();
test.after.always(() => db.close());

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as an operator types it, on the data of this test. */
async function kiln(args: readonly string[], env: Record<string, string> = db.env): Promise<Ended> {
  try {
    const { PATH = "" } = process.env;
    return { code: 0, ...(await promisify(execFile)("bin/kiln", args, { env: { PATH, ...env } })) };
  } catch (error) {
    return error as Ended;
  }
}

test.serial(
  "kiln ledger verify works beside an open database and exits 0 on sound books (rules/billing 12)",
  async (t) => {
    const id = await makeBalance(db, 500);
    const { code, stdout, stderr } = await kiln(["ledger", "verify"]);
    t.is(code, 0, stderr);
    t.true(stdout.includes(id));
    t.true(stdout.endsWith("1 accounts verified, 0 mismatches\n"), stdout);
  },
);

test.serial("kiln ledger verify waits for nobody's transaction (rules/billing 12)", async (t) => {
  const id = await makeBalance(db);
  await db.transact(async (tx) => {
    await tx.update(Balance, { id }, { pastDue: true });
    t.is((await kiln(["ledger", "verify"])).code, 0);
  });
});

test.serial(
  "kiln ledger verify exits 1 on a mismatch and names it, as JSON too (rules/billing 12)",
  async (t) => {
    const id = await makeBalance(db, 5);
    await db.transact((tx) => tx.update(Balance, { id }, { purchasedCredits: 6 }));
    const table = await kiln(["ledger", "verify"]);
    t.is(table.code, 1);
    t.regex(
      table.stdout,
      /the ledger sums up to 5, the balance is worth 6\n3 accounts verified, 1 mismatches\n$/,
    );
    const json = await kiln(["ledger", "verify", "--json"]);
    t.is(json.code, 1);
    t.like(JSON.parse(json.stdout), { verified: 3, mismatches: [{ accountId: id }] });
  },
);

test.serial(
  "kiln ledger verify works on the folder of a stopped process and leaves it as it was (rules/billing 12)",
  async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
    t.teardown(() => rm(dataDir, { recursive: true, force: true }));
    const database = await openDatabase({
      url: null,
      dataDir,
      entities: ENTITIES,
      migrations: MIGRATIONS,
    });
    await migrate(database);
    await transaction(database, (tx) => openBalance(tx, { accountId: "one", welcomeCredits: 7 }));
    await database.close();
    const before = await readFile(join(dataDir, "kiln.db"));
    const { code, stdout, stderr } = await kiln(["ledger", "verify"], { DATA_DIR: dataDir });
    t.is(code, 0, stderr);
    t.regex(stdout, /^one +7 +7 +0 +0 +ok$/m);
    t.deepEqual(await readFile(join(dataDir, "kiln.db")), before);
  },
);

test.serial("kiln ledger verify says where it looked when there is no database, and exits 2", async (t) => {
  const { code, stderr, stdout } = await kiln(["ledger", "verify"], { DATA_DIR: "/nonexistent/folder" });
  t.is(code, 2);
  t.is(stdout, "");
  t.regex(stderr, /^There is no database in \/nonexistent\/folder: set DATA_DIR or DATABASE_URL/);
});
