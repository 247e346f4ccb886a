import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../../runtime/process/studio/refusal.js";

/** Work that the studio's own tests give to its processes. */
export type TestWork =
  | { do: "echo"; value: unknown }
  | { do: "refuse" }
  | { do: "throw" }
  | { do: "exit" }
  /** Keeps the processor busy and blocks the process's event loop for ever. */
  | { do: "spin" }
  | { do: "wait" }
  | { do: "eat"; mb: number; milliseconds: number }
  /** Makes one allocation so large that no watch can stop it in time. */
  | { do: "allocate"; mb: number }
  /** Starts a program that never ends by itself, and returns its pid. */
  | { do: "start" };

/** Does one work of the studio. */
export async function work(wanted: TestWork): Promise<unknown> {
  switch (wanted.do) {
    case "echo":
      return wanted.value;
    case "refuse":
      throw new Refusal("it is not what was asked for");
    case "throw":
      throw new Error("a fault of ours");
    case "exit":
      return process.exit(3);
    case "spin":
      for (;;) createHash("sha256").update("on and on").digest();
    case "wait":
      return sleep(600_000);
    case "eat": {
      const held: Buffer[] = [];
      for (let mb = 0; mb < wanted.mb; mb += 16) {
        held.push(Buffer.alloc(16 * 2 ** 20, 1));
        await sleep(1);
      }
      await sleep(wanted.milliseconds);
      return held.length;
    }
    case "allocate":
      return Buffer.alloc(wanted.mb * 2 ** 20, 1).length;
    case "start":
      return spawn("sleep", ["600"], { stdio: "ignore" }).pid;
  }
}
