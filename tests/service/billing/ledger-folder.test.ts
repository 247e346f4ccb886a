import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { ENTITIES } from "../../../entities/index.js";
import { MIGRATIONS } from "../../../migrations/index.js";
import { openDatabase } from "../../../runtime/database/database.js";
import { migrate } from "../../../runtime/database/migrate.js";
import { transaction } from "../../../runtime/database/transaction.js";
import { openBalance } from "../../../services/billing/index.js";
import { runKiln } from "../../helpers/run-kiln.js";

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
    const { code, out, err } = await runKiln(["ledger", "verify"], { DATA_DIR: dataDir });
    t.is(code, 0, err);
    t.regex(out, /^one +7 +7 +0 +0 +ok$/m);
    t.deepEqual(await readFile(join(dataDir, "kiln.db")), before);
  },
);

test.serial("kiln ledger verify says where it looked when there is no database, and exits 2", async (t) => {
  const { code, out, err } = await runKiln(["ledger", "verify"], {
    DATA_DIR: "/nonexistent/folder",
  });
  t.is(code, 2);
  t.is(out, "");
  t.regex(err, /^There is no database in \/nonexistent\/folder: set DATA_DIR or DATABASE_URL/);
});
