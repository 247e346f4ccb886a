import { serveClient } from "../../../../engines/worker-client/index.js";

/** A question for this worker: each names one thing that it does. */
export type Question =
  | { say: unknown }
  | { refuse: unknown }
  /** Answers when the next `open` comes. */
  | { stay: true }
  | { open: true }
  /** Answers after a while in which the thread is busy. */
  | { busyMs: number }
  | { exit: number }
  /** Throws outside of every answer, which ends the thread. */
  | { crash: string };

const gates: (() => void)[] = [];

serveClient(async (question: Question): Promise<unknown> => {
  if ("say" in question) return question.say;
  if ("refuse" in question) throw question.refuse;
  if ("exit" in question) process.exit(question.exit);
  if ("open" in question) for (const open of gates.splice(0)) open();
  if ("busyMs" in question) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, question.busyMs);
  if ("stay" in question) await new Promise<void>((resolve) => gates.push(resolve));
  if ("crash" in question) {
    setImmediate(() => {
      throw new Error(question.crash);
    });
    await new Promise(() => {});
  }
  return "done";
});
