/** Loaded before every test file: writes how long the file's process lived into the folder KILN_FILE_TIMES. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";

const folder = process.env.KILN_FILE_TIMES;
if (folder !== undefined) {
  const { file } = test.meta;
  process.once("exit", () => {
    const time = { file, ms: Math.round(performance.now()) };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(time));
  });
}
