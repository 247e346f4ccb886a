import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import test, { type ExecutionContext } from "ava";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { serveFile } from "../../../runtime/http/serve-file/serve-file.js";
import { UnreadAnswers } from "../../../runtime/http/unread-answers.js";
import { waitUntil } from "../../helpers/wait-until.js";

const CHUNK = 64 * 1024;
const SIZE = 256 * 2 ** 20;

/** Serves a file of 256 MB to everybody. */
async function serve(t: ExecutionContext, unread: UnreadAnswers): Promise<number> {
  const chunk = Buffer.alloc(CHUNK);
  const server = createServer((req, res) => {
    const file = {
      sizeBytes: SIZE,
      etag: '"a"',
      contentType: "video/mp4",
      stream: () => {
        let left = SIZE;
        return new Readable({
          highWaterMark: CHUNK,
          read() {
            this.push(left === 0 ? null : chunk);
            left -= CHUNK;
          },
        });
      },
    };
    void serveFile({ req, res, method: "GET" } as EdgeRequest, file, {}, unread);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Asks for the file and reads nothing. */
async function ask(t: ExecutionContext, port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  t.teardown(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: kiln\r\n\r\n");
  return socket;
}

const bytesOf = async (socket: Socket): Promise<number> => {
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
  if (!socket.closed) await once(socket, "close");
  return bytes;
};

test("a reader of a file that takes nothing is cut off, and nothing of the file is kept (rules/edge 55)", async (t) => {
  const unread = new UnreadAnswers({ patienceMs: 200 });
  const socket = await ask(t, await serve(t, unread));
  await waitUntil(() => unread.bytes > 0);
  t.is(unread.bytes, CHUNK);
  await waitUntil(() => unread.bytes === 0);
  t.true((await bytesOf(socket)) < SIZE);
});

test("of readers of files that together keep too much, the one that took nothing for longest is cut (rules/edge 55)", async (t) => {
  const unread = new UnreadAnswers({ maxBytes: 2 * CHUNK });
  const port = await serve(t, unread);
  const reads = await ask(t, port);
  await waitUntil(() => unread.bytes === CHUNK);
  const stands = await ask(t, port);
  await waitUntil(() => unread.bytes === 2 * CHUNK);
  // The first one takes more than the system keeps for it.
  let taken = 0;
  reads.on("data", (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > SIZE / 2) reads.pause();
  });
  reads.resume();
  await waitUntil(() => taken > SIZE / 2);
  const last = await ask(t, port);
  t.true((await bytesOf(stands)) < SIZE);
  t.false(reads.destroyed);
  t.false(last.destroyed);
  t.is(unread.bytes, 2 * CHUNK);
});

test("a file that is read to its end is whole, and counts no more (rules/edge 55)", async (t) => {
  const unread = new UnreadAnswers();
  const socket = await ask(t, await serve(t, unread));
  await waitUntil(() => unread.bytes > 0);
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
  await waitUntil(() => bytes > SIZE);
  await waitUntil(() => unread.bytes === 0);
  t.false(socket.destroyed);
});
