import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import test from "ava";
import { Answers } from "../../../../runtime/http/answers.js";
import { Compressor, compressor, MAX_WHOLE_BYTES } from "../../../../runtime/http/compression/compressor.js";
import { partsOf } from "../../../../engines/response-cache/index.js";
import { endCoded } from "../../../../services/delivery/serving/send-body.js";
import { until } from "../../../helpers/until.js";

/** Sends requests on one connection, answers each by `answer`, and resets the connection once all have come. */
async function resetBehind(requests: number, answer: (res: ServerResponse, number: number) => void) {
  let came = 0;
  const server = createServer((_req, res) => answer(res, (came += 1)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {}).pause();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(requests));
  await until(async () => came === requests);
  socket.resetAndDestroy();
  server.close();
}

test("answers that wait behind another one give up their coders when the connection is reset", async (t) => {
  const coders = new Compressor({ maxStreams: 2 });
  // A coder that can write all of its output would end by itself.
  const parts = partsOf(randomBytes(2 * MAX_WHOLE_BYTES).toString("base64"));
  await resetBehind(3, (res, number) => {
    if (number === 1) return void res.write("never ends");
    const body = coders.open("br");
    if (body === null) return t.fail();
    endCoded(res, { encoding: "br", body }, parts);
  });
  const next = await until(async () => coders.open("br"));
  t.not(coders.open("br"), null, "both places are free");
  next.destroy();
});

test("an answer whose connection ended before it began gives up its coder", async (t) => {
  let waiting: ServerResponse | null = null;
  await resetBehind(2, (res) => (waiting = res));
  const res = await until<ServerResponse>(async () => waiting?.req.socket.destroyed === true && waiting);
  const body = compressor.open("gzip");
  if (body === null) return t.fail();
  endCoded(res, { encoding: "gzip", body }, partsOf("kiln ".repeat(MAX_WHOLE_BYTES)));
  t.true(body.destroyed);
});

test("answers are under way until they were sent, or their connection has ended", async (t) => {
  const answers = new Answers(new AbortController().signal);
  let most = 0;
  await resetBehind(20, (res, number) => {
    answers.begin(res);
    most = Math.max(most, answers.count);
    if (number <= 5) res.end();
  });
  t.true(most >= 15);
  await until(async () => answers.count === 0);
  t.is(answers.count, 0);
});

test("nothing is kept of a connection that has ended", async (t) => {
  const answers = new Answers(new AbortController().signal);
  const connections: Socket[] = [];
  await resetBehind(1, (res) => {
    answers.begin(res);
    connections.push(res.req.socket);
    res.end();
  });
  await until(async () => answers.count === 0 && connections.every(({ closed }) => closed));
  await t.notThrowsAsync(until(async () => !connections.some((socket) => answers.isAnswered(socket))));
});
