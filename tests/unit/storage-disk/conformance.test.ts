import test from "ava";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { checkStorageDriver } from "../../../plugins/kit/conformance/storage-driver.js";
import { openDiskDriver } from "../../helpers/open-disk-driver.js";

test("the disk driver passes the conformance suite of storage drivers and leaves no bytes behind (rules/models 36)", async (t) => {
  const disk = await openDiskDriver();
  t.teardown(disk.close);
  const report = await checkStorageDriver(disk.driver);
  t.deepEqual(
    report.filter(({ ok }) => !ok),
    [],
  );
  t.is(report.length, 19, "its links are http, so the suite followed them");
  t.deepEqual(await readdir(join(disk.root, "tmp")), []);
  const files = (await readdir(disk.root, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  t.deepEqual(
    files.filter(({ parentPath }) => !parentPath.endsWith("spent")).map(({ name }) => name),
    [],
  );
});
