import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { goBehindServer } from "../helper-process.js";
import type { Answer, Meanwhile, Order, Script } from "./messages.js";
import { reasonOf } from "../../errors/reason-of.js";

/**
 * A process of the studio: what strangers made is decoded here and nowhere else. A decoder that crashes, hangs or eats memory
 * takes nothing along. It has no secrets, and ends with its server, however that ends.
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

/** Beyond what the process has mapped when it starts, which for V8 is half a gigabyte of mere addresses. */
const HEADROOM_BYTES = 448 * 2 ** 20;
const limited = limitMemory();

/**
 * The kernel's own limit: what the server's watch sees too late (an allocation of a gigabyte in one piece) fails. Needs `prlimit`
 * of util-linux, and is left out without it; what this process starts inherits it.
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

/** A decoder in the middle of its work would hold up an ordinary exit. */
function endGroup(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.kill(process.pid, "SIGKILL");
  }
}
