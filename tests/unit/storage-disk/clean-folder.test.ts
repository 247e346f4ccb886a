import test from "ava";
import { access, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanFolder } from "../../../plugins/storage/disk/clean-folder.js";
import { Folder } from "../../../plugins/storage/disk/folder.js";
import { openDiskDriver } from "../../helpers/open-disk-driver.js";

const HOUR_MS = 3600_000;

test("files of dead writes go after an hour without a byte, marks of used tickets a day after their expiry (rules/storage 15)", async (t) => {
  const disk = await openDiskDriver();
  t.teardown(disk.close);
  const folder = new Folder(disk.root);
  const now = Date.now();
  const age = async (path: string, ms: number) => {
    await writeFile(path, "");
    await utimes(path, (now - ms) / 1000, (now - ms) / 1000);
  };
  await age(join(folder.temporary, "dead"), HOUR_MS + 1000);
  await age(join(folder.temporary, "alive"), HOUR_MS - 60_000);
  await age(join(folder.spent, "old"), 25 * HOUR_MS);
  await age(join(folder.spent, "recent"), 23 * HOUR_MS);
  await cleanFolder(folder, now);
  t.deepEqual(await readdir(folder.temporary), ["alive"]);
  t.deepEqual(await readdir(folder.spent), ["recent"]);
  await t.notThrowsAsync(access(disk.root));
});

test("only keys become paths", (t) => {
  const folder = new Folder("/media");
  for (const key of ["../x", "a/b", "", ".hidden", "a\u0000b", "x".repeat(129)])
    t.throws(() => folder.pathOf(key), undefined, key);
  t.regex(folder.pathOf("0f1e.thumb"), /^\/media\/[0-9a-f]{2}\/[0-9a-f]{2}\/0f1e\.thumb$/);
});
