import { existsSync } from "node:fs";
import { mkdtemp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { runKiln } from "../../helpers/run-kiln.js";

// The database has a schema of its own, because the command copies pages and knows no tables. SQLite copies a hundred pages at a
// time, so small pages make many steps of a copy.

const ROWS = 6000;
const FILL = `INSERT INTO entry (number, text) WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${ROWS})
  SELECT n, randomblob(3500) FROM each`;

/** Writes to the database until it is told to stop, with no pause between two transactions. */
const WRITER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(workerData, { timeout: 10000 });
  let isOver = false;
  parentPort.on("message", () => (isOver = true));
  const write = database.prepare("UPDATE entry SET text = randomblob(3500) WHERE number = ?");
  (function next() {
    if (isOver) return parentPort.close();
    write.run(1 + Math.floor(Math.random() * ${ROWS}));
    setImmediate(next);
  })();
  parentPort.postMessage("writes");
`;

async function makeDataFolder(t: ExecutionContext): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-backup-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  await mkdir(join(dataDir, "media"), { recursive: true });
  await writeFile(join(dataDir, "media", "picture"), "bytes");
  const database = new DatabaseSync(join(dataDir, "kiln.db"));
  database.exec(
    "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; CREATE TABLE entry (number INTEGER PRIMARY KEY, text BLOB)",
  );
  database.exec(FILL);
  database.close();
  return { folder, env: { NODE_ENV: "test", LOG_LEVEL: "fatal", DATABASE_URL: "", DATA_DIR: dataDir } };
}

const countOf = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return [
      database.prepare("PRAGMA integrity_check").get()?.integrity_check,
      database.prepare("SELECT count(*) AS count FROM entry").get()?.count,
    ];
  } finally {
    database.close();
  }
};

test("a backup of an embedded database ends while others write without a pause (rules/operations 7)", async (t) => {
  const { folder, env } = await makeDataFolder(t);
  const writer = new Worker(WRITER, { eval: true, workerData: join(folder, "data", "kiln.db") });
  await once(writer, "message");
  const made = await runKiln(["backup", "make", join(folder, "copy")], env);
  writer.postMessage("stop", []);
  await once(writer, "exit");
  t.is(made.code, 0, made.err);
  t.deepEqual((await readdir(join(folder, "copy"))).toSorted(), ["kiln.db", "media"]);
  t.deepEqual(countOf(join(folder, "copy", "kiln.db")), ["ok", ROWS]);
});

test("a backup that was killed is refused by name, or is whole (rules/operations 7)", async (t) => {
  const { folder, env } = await makeDataFolder(t);
  const copy = join(folder, "copy");
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, "bin/kiln"), "backup", "make", copy], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (!existsSync(join(copy, "kiln.db.part")) && child.exitCode === null) await sleep(1);
  child.kill("SIGKILL");
  await ended;
  const restored = await runKiln(["backup", "restore", copy], { ...env, DATA_DIR: join(folder, "back") });
  if (existsSync(join(copy, "kiln.db"))) {
    t.is(restored.code, 0, restored.err);
    t.deepEqual(countOf(join(folder, "back", "kiln.db")), ["ok", ROWS]);
    return;
  }
  t.is(restored.code, 2);
  t.regex(restored.err, /ends in the middle: make it again/);
  t.false(existsSync(join(folder, "back", "kiln.db")));
});
