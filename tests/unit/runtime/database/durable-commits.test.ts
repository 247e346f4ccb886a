import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import test from "ava";
import { ENTITIES } from "../../../../entities/index.js";
import { Setting } from "../../../../entities/setting.js";
import { MIGRATIONS } from "../../../../migrations/index.js";
import { type Database, openDatabase } from "../../../../runtime/database/database.js";
import { migrate } from "../../../../runtime/database/migrate.js";
import { reader, transaction } from "../../../../runtime/database/transaction.js";
import { waitUntil } from "../../../helpers/wait-until.js";

interface Sync {
  succeed(): void;
  fail(error: Error): void;
}

let dataDir: string;
let database: Database;
/** The syncs of files that were asked for and have not ended; null while the disk answers by itself. */
let asked: Sync[] | null = null;
let datasync: FileHandle["datasync"];
let prototype: Pick<FileHandle, "datasync">;

test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  const file = await open(join(dataDir, "any"), "w");
  prototype = Object.getPrototypeOf(file) as typeof prototype;
  datasync = prototype.datasync;
  prototype.datasync = function (this: FileHandle): Promise<void> {
    const waiting = asked;
    if (waiting === null) return datasync.call(this);
    return new Promise((succeed, fail) => waiting.push({ succeed, fail }));
  };
  await file.close();
  database = await openDatabase({ url: null, dataDir, entities: ENTITIES, migrations: MIGRATIONS });
  await migrate(database);
});
test.after.always(async () => {
  asked = null;
  await database.close();
  prototype.datasync = datasync;
  await rm(dataDir, { recursive: true, force: true });
});

const write = (id: string) => transaction(database, (tx) => tx.insert(Setting, { id, value: "" }));
const isSeen = async (id: string) => (await reader(database).findOne(Setting, { id })) !== null;

/** Waits until as many syncs as given wait for the disk. */
async function untilAsked(count: number): Promise<Sync[]> {
  await waitUntil(() => (asked?.length ?? 0) >= count, { timeoutMs: 10_000 });
  return asked ?? [];
}

test.serial(
  "a transaction on the embedded database ends when its commit is on the disk (rules/running 38)",
  async (t) => {
    asked = [];
    let isOver = false;
    const written = write("one").then(() => (isOver = true));
    const [sync] = await untilAsked(1);
    // Others have the connection meanwhile.
    t.true(await isSeen("one"));
    for (let each = 0; each < 20; each += 1) await turn();
    t.false(isOver);
    sync?.succeed();
    await written;
  },
);

test.serial("commits that come while the log is being written share the next write", async (t) => {
  asked = [];
  const over: string[] = [];
  const writeNoting = (id: string) => write(id).then(() => over.push(id));
  const first = writeNoting("first");
  await untilAsked(1);
  const later = ["second", "third", "fourth"].map(writeNoting);
  await waitUntil(() => isSeen("fourth"));
  t.is(asked.length, 1);
  asked[0]?.succeed();
  await first;
  await untilAsked(2);
  t.deepEqual(over, ["first"]);
  asked[1]?.succeed();
  await Promise.all(later);
  t.is(asked.length, 2);
});

test.serial("after a failed write of the log no transaction is answered as done", async (t) => {
  asked = [];
  const failing = write("lost");
  (await untilAsked(1))[0]?.fail(new Error("EIO"));
  await t.throwsAsync(failing, { message: /could not be written to the disk/ });
  asked = null;
  await t.throwsAsync(write("after"), { message: /could not be written to the disk/ });
});
