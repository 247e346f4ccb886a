/**
 * Loaded before every test file: writes into the folder KILN_FILE_TIMES how long the file's process lived, and how much
 * of a processor it and the processes took that it had started and that have ended.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Of the children that have ended; none where the system does not tell. */
function childrenMs(): number {
  try {
    // The name before the last bracket may hold blanks. Behind it: the state, then cutime and cstime as 14th and 15th.
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0;
  }
}

const folder = process.env.KILN_FILE_TIMES;
if (folder !== undefined) {
  const { file } = test.meta;
  process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    const cpuMs = Math.round((user + system) / 1000 + childrenMs());
    const time = { file, ms: Math.round(performance.now()), cpuMs };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(time));
  });
}
