import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { partsOf } from "../../../engines/response-cache/index.js";
import { endWith } from "../../../services/delivery/serving/send-body.js";

/** Returns an approximate length: some answers take several pieces, most have buffers of one size. */
const lengthOf = (number: number): number => (number % 5 === 0 ? 300_000 : number % 5 === 4 ? 2000 : 100_000);

/** Returns the answer to `/number`, each of another length and with characters of several bytes. */
const bodyOf = (number: number): string =>
  `${number} ü€ `.repeat(1 + Math.floor((lengthOf(number) + number) / 9));

const server = createServer((req, res) => {
  const number = Number(req.url?.slice(1));
  const parts = partsOf(bodyOf(number));
  if (number % 2 === 0) parts.whole = parts.join();
  res.writeHead(200, { "content-length": parts.length });
  if (req.method === "HEAD") res.end();
  else endWith(res, parts);
});
test.before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
test.after.always(() => server.close());

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const ask = (socket: Socket, numbers: readonly number[]): void =>
  void socket.write(numbers.map((number) => `GET /${number} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""));

/** Reads `count` bodies in the order in which they come. */
async function read(socket: Socket, count: number): Promise<string[]> {
  const bodies: string[] = [];
  let text = "";
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString("latin1");
    for (;;) {
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, Math.max(head, 0)))?.[1]);
      if (head < 0 || text.length < head + 4 + length) break;
      bodies.push(Buffer.from(text.slice(head + 4, head + 4 + length), "latin1").toString());
      text = text.slice(head + 4 + length);
    }
    if (bodies.length >= count) break;
  }
  return bodies;
}

test("a reader that waits gets its answers, whatever others are sent meanwhile", async (t) => {
  // The answers are far larger than what the system buffers for a client that does not read, so they wait here.
  const waiting = Array.from({ length: 120 }, (_, number) => number);
  const slow = await open();
  slow.pause();
  ask(slow, waiting);
  await setTimeout(50);
  for (let round = 0; round < 10; round++) {
    const numbers = [1000 + round, 2000 + round, 3000 + round];
    const socket = await open();
    ask(socket, numbers);
    t.deepEqual(await read(socket, numbers.length), numbers.map(bodyOf));
  }
  const leaver = await open();
  leaver.pause();
  ask(leaver, waiting);
  await setTimeout(20);
  leaver.destroy();
  for (let round = 0; round < 10; round++) {
    const socket = await open();
    ask(socket, [4000 + round]);
    t.deepEqual(await read(socket, 1), [bodyOf(4000 + round)]);
  }
  t.deepEqual(await read(slow, waiting.length), waiting.map(bodyOf));
});
