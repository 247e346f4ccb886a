import test from "ava";
import { ConfigError } from "../../../runtime/config/load-config.js";
import { lockDataFolder } from "../../../runtime/database/data-folder-lock.js";
import { openDatabase } from "../../../runtime/database/database.js";

for (const folder of ["/dev/null/x", "/proc/kiln-nowhere", "/etc/hostname"]) {
  test(`a DATA_DIR that cannot be written stops with one sentence: ${folder} (rules/running 1)`, (t) => {
    const error = t.throws(() => lockDataFolder(folder), { instanceOf: ConfigError });
    t.regex(error.message, /^DATA_DIR must be a folder that this process can write/);
    t.true(error.message.includes(folder));
  });
}

test("a database that does not answer stops with one sentence, without its password (rules/running 1)", async (t) => {
  const url = "mysql://kiln:hunter2@127.0.0.1:1/kiln";
  const options = { url, dataDir: "", entities: [], migrations: [] };
  const error = await t.throwsAsync(openDatabase(options), { instanceOf: ConfigError });
  t.regex(error?.message ?? "", /^DATABASE_URL must name a database that answers, and 127\.0\.0\.1:1\/kiln/);
  t.notRegex(error?.message ?? "", /hunter2/);
});
