import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { serveFile } from "../../../runtime/http/serve-file/serve-file.js";

/** Serves a file that counts ten bytes, and gives the chunks. Returns all that a connection gets for two requests. */
async function ask(t: ExecutionContext, chunks: readonly string[], range = ""): Promise<string> {
  const server = createServer((req, res) => {
    const file = {
      sizeBytes: 10,
      etag: '"a"',
      contentType: "video/mp4",
      stream: () => Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
    };
    void serveFile({ req, res, method: "GET" } as EdgeRequest, file, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const request = (connection: string) =>
    `GET / HTTP/1.1\r\nhost: kiln\r\nconnection: ${connection}\r\n${range}\r\n`;
  socket.write(request("keep-alive") + request("close"));
  return (await buffer(socket)).toString();
}

const answersOf = (text: string): string[] => text.split(/(?=HTTP\/1\.1 )/);
const bodyOf = (answer: string): string => answer.slice(answer.indexOf("\r\n\r\n") + 4);

test("a file of as many bytes as it counts is sent whole, and the connection goes on (rules/storage 36)", async (t) => {
  const answers = answersOf(await ask(t, ["01234", "56789"]));
  t.deepEqual(answers.map(bodyOf), ["0123456789", "0123456789"]);
});

test("bytes beyond those that were announced are not sent, and the connection ends (rules/storage 36)", async (t) => {
  for (const [chunks, sent] of [
    [["0123456789", "surplus"], "0123456789"],
    [["01234", "56789surplus"], "01234"],
    [["0123456789surplus"], ""],
  ] as const) {
    const answers = answersOf(await ask(t, chunks));
    t.true(answers.length <= 1, answers.join("\n"));
    t.true(sent.startsWith(bodyOf(answers[0] ?? "")), answers[0]);
  }
});

test("bytes beyond an asked range are not sent (rules/storage 36)", async (t) => {
  const answers = answersOf(await ask(t, ["01", "23456789"], "range: bytes=0-1\r\n"));
  t.true(answers.length <= 1, answers.join("\n"));
  t.true("01".startsWith(bodyOf(answers[0] ?? "")), answers[0]);
});

test("a file that ends early ends its connection (rules/storage 36)", async (t) => {
  const answers = answersOf(await ask(t, ["01234"]));
  t.is(answers.length, 1);
  t.is(bodyOf(answers[0] ?? ""), "01234");
});
