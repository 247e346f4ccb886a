import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import test from "ava";

const guard = fileURLToPath(new URL("../../run/guard.js", import.meta.url));

/** Returns whether a process is alive. An ended process that nobody has collected yet is not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

/** Starts a guard over a process that has a child of its own, and returns the ids of both. */
async function startPair(folder: string) {
  const grandchild = `require("child_process").spawn("sleep", ["600"])`;
  const code = `const s = ${grandchild}; console.log(process.pid, s.pid); setInterval(() => {}, 1000);`;
  const guarding = spawn(process.execPath, [guard, folder, process.execPath, "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(guarding.stdout, "data")) as [Buffer];
  return { guarding, pids: line.toString().trim().split(" ").map(Number) };
}

test("a guarded command and all that it started end when the parent's pipe closes", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kiln-guard-"));
  const { guarding, pids } = await startPair(folder);
  t.true(pids.every(isAlive));
  guarding.stdin.end();
  await once(guarding, "close");
  while (pids.some(isAlive)) await setTimeout(20); // a kill is delivered in its own time
  t.false(existsSync(folder), "its folder is removed");
});

test("a guard tells its command's exit code", async (t) => {
  const guarding = spawn(process.execPath, [guard, "-", process.execPath, "-e", "process.exit(7)"]);
  t.deepEqual(await once(guarding, "close"), [7, null]);
});
