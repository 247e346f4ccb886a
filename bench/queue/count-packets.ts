import { renameSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * This file is loaded into a process of Kiln before its own code. It counts the packets that the process sends to its database,
 * each of one or several statements, and stores the number in a file of the folder that KILN_BENCH_PACKETS names. A server counts
 * statements only.
 */
const FOLDER = process.env.KILN_BENCH_PACKETS ?? ".";
const PORT = Number(new URL(process.env.DATABASE_URL ?? "mysql://x").port);
const EVERY_MS = 200;
/** Position of the packet's number in its head. A packet that begins a command has the number 0. */
const NUMBER_AT = 3;

type Write = (this: Socket, data: unknown, ...rest: unknown[]) => boolean;

let sent = 0;
let told = -1;
const prototype = Socket.prototype as unknown as { write: Write };
const { write } = prototype;
prototype.write = function (data, ...rest) {
  if (this.remotePort === PORT && Buffer.isBuffer(data) && data[NUMBER_AT] === 0) sent += 1;
  return write.call(this, data, ...rest);
};

setInterval(() => {
  if (told === sent || !isMainThread) return;
  told = sent;
  // The file is replaced in one step, because half of a number would be counted wrong.
  writeFileSync(join(FOLDER, `.${process.pid}`), String(sent));
  renameSync(join(FOLDER, `.${process.pid}`), join(FOLDER, String(process.pid)));
}, EVERY_MS).unref();
