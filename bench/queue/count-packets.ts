import { renameSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded into a process of Kiln before its own code: counts the packets that it sends to its database, each of them one or several statements,
 * and keeps the number in a file of the folder that KILN_BENCH_PACKETS names. A server counts statements only.
 */
const FOLDER = process.env.KILN_BENCH_PACKETS ?? ".";
const PORT = Number(new URL(process.env.DATABASE_URL ?? "mysql://x").port);
const EVERY_MS = 200;
/** Where the number of a packet stands in its head; that which begins a command has 0. */
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
  // whole at once: who reads half of a number counts wrong
  writeFileSync(join(FOLDER, `.${process.pid}`), String(sent));
  renameSync(join(FOLDER, `.${process.pid}`), join(FOLDER, String(process.pid)));
}, EVERY_MS).unref();
