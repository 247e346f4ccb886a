import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "ava";
import { openScratch } from "../../run/scratch.js";

const base = mkdtempSync(join(tmpdir(), "kiln-scratch-"));
test.after.always(() => rmSync(base, { recursive: true, force: true }));

test("what a killed run left is removed, what a running one has is not", (t) => {
  // No process has this id: it is above the largest id of Linux.
  const [dead, alive] = [join(base, "kiln-run-4194999-a"), join(base, `kiln-run-${process.pid}-b`)];
  for (const folder of [dead, alive]) mkdirSync(folder);
  const scratch = openScratch(base, 0);
  t.is(dirname(scratch.folder), base);
  t.deepEqual([dead, alive, scratch.folder].map(existsSync), [false, true, true]);
  scratch.remove();
  t.false(existsSync(scratch.folder));
});

test("a file system without room, and one that is not there, leave the system's own folder", (t) => {
  for (const scratch of [openScratch(base, Infinity), openScratch(join(base, "none"), 0)]) {
    t.is(dirname(scratch.folder), tmpdir());
    scratch.remove();
  }
});
