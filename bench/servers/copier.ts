/**
 * This server copies each `?url=` into a file of the folder FOLDER, syncs and removes it. The traffic is that of an import, by a
 * process of the same low priority that has nothing to do with the measured server.
 */
import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createServer, get, type IncomingMessage } from "node:http";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { listenAndSay } from "./listen-and-say.js";

setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
let copies = 0;

async function copy(url: string): Promise<void> {
  copies += 1;
  const path = join(process.env.FOLDER ?? ".", `copy-${copies}`);
  const body = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, resolve).once("error", reject),
  );
  const file = await open(path, "w");
  try {
    await pipeline(body, createWriteStream(path, { fd: file.fd, autoClose: false }));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

listenAndSay(
  createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://copier").searchParams.get("url") ?? "";
    copy(url).then(
      () => response.end("{}"),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  }),
);
