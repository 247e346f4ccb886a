/**
 * Runs one command in a process group of its own and ends the whole group when its parent process ends, in whatever way: the parent
 * holds the other end of standard input, which the system closes then.
 *
 *     node guard.js <folder to remove afterwards, or -> <command> [argument…]
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

const [folder, command, ...args] = process.argv.slice(2);
if (folder === undefined || command === undefined) throw new Error("guard.js <folder or -> <command> […]");

const KILL_AFTER_MS = 10_000;

const child = spawn(command, args, { detached: true, stdio: ["ignore", "inherit", "inherit"] });

function signalGroup(signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // No process of the group is left.
  }
}

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  signalGroup("SIGTERM");
  setTimeout(() => signalGroup("SIGKILL"), KILL_AFTER_MS).unref();
}

function leave(code: number): void {
  // Processes that the command started and that still run are ended too.
  signalGroup("SIGKILL");
  if (folder !== undefined && folder !== "-") rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

process.stdin.on("end", stop).on("close", stop).on("error", stop).resume();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
child.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  leave(127);
});
child.on("exit", (code, signal) => leave(code ?? (signal === null ? 1 : 128)));
