import { createServer } from "node:http";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import test from "ava";
import { EventWriter } from "../../../services/events/event-writer.js";

const line = [{ revision: 1, type: "run", data: JSON.stringify({ x: "y".repeat(100_000) }) }];

test("a reader who takes nothing is cut off, and nothing more is written for it (rules/running 23)", async (t) => {
  const outcome = Promise.withResolvers<{ writes: number; buffered: number }>();
  const server = createServer(async (_req, res) => {
    const writer = new EventWriter(res, new AbortController().signal, 100);
    writer.begin({});
    let writes = 0;
    try {
      for (; writes < 10_000; writes += 1) await writer.send(line);
    } catch {
      outcome.resolve({ writes, buffered: res.destroyed ? 0 : res.writableLength });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const { writes, buffered } = await outcome.promise;
  t.true(writes < 1000);
  t.is(buffered, 0);
  socket.destroy();
  server.close();
});

test("the end of a stream frees a writer that waits for its reader", async (t) => {
  const ended = new AbortController();
  const outcome = Promise.withResolvers<boolean>();
  const server = createServer(async (_req, res) => {
    const writer = new EventWriter(res, ended.signal, 3_600_000);
    writer.begin({});
    const writing = (async () => {
      for (;;) await writer.send(line);
    })();
    while (!res.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve));
    ended.abort();
    await writing.catch(() => outcome.resolve(res.destroyed));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  t.true(await outcome.promise);
  socket.destroy();
  server.close();
});
