import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { goBehindServer } from "../helper-process.js";
import type { Answer, Meanwhile, Order, Script } from "./messages.js";
import { reasonOf } from "../../errors/reason-of.js";

/**
 * The script of a studio process, the only place where untrusted media is decoded. A decoder that crashes,
 * hangs or uses too much memory affects no other process. The process has no secrets and ends with its
 * server, however that ends.
 */
goBehindServer();
const ending = new AbortController();

process.on("message", (order: Order) => {
  void limited.then(() => answer(order)).then((told) => process.send?.(told));
});
process.once("disconnect", () => {
  ending.abort();
  endGroup();
});
// A signal that is sent to a whole group is meant for the server, which drains and ends this process itself.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

/**
 * The memory in bytes that the process may map in addition to what it has mapped at its start, where V8 alone
 * reserves half a gigabyte of addresses.
 */
const HEADROOM_BYTES = 448 * 2 ** 20;
const limited = limitMemory();

/**
 * Sets the kernel's own limit of memory, so that an allocation that the server's watch would see too late (a
 * gigabyte in one piece) fails. It needs `prlimit` of util-linux and is skipped without it. Children of this
 * process inherit the limit.
 */
function limitMemory(): Promise<void> {
  const mapped = mappedBytes();
  if (mapped === null) return Promise.resolve();
  const limit = mapped + HEADROOM_BYTES;
  const flags = ["--pid", String(process.pid), `--data=${limit}:${limit}`, "--core=0:0"];
  return new Promise((resolve) => execFile("prlimit", flags, () => resolve()));
}

function mappedBytes(): number | null {
  try {
    const status = readFileSync("/proc/self/status", "latin1");
    return Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024 || null;
  } catch {
    return null;
  }
}

async function answer({ script, data }: Order): Promise<Answer> {
  try {
    const { work } = (await import(script)) as { work: Script };
    return { isDone: true, value: await work(data as never, { signal: ending.signal, progress }) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(reasonOf(error));
    return { isDone: false, fault: name === "Refusal" ? "refused" : "failed", message };
  }
}

function progress(fraction: number): void {
  process.send?.({ progress: fraction } satisfies Meanwhile);
}

/** Kills the process group, because a decoder in the middle of its work would delay an ordinary exit. */
function endGroup(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.kill(process.pid, "SIGKILL");
  }
}
