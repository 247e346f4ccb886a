import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import fastify from "fastify";
import { Answers } from "../../../../runtime/http/answers.js";
import { drainHttp, watchConnections } from "../../../../runtime/http/drain-http.js";
import { keepConnection } from "../../../helpers/keep-connection.js";
import { until } from "../../../helpers/until.js";

/** Body that is larger than what the system buffers between two processes. */
const LONG = "x".repeat(32 * 2 ** 20);

async function serve() {
  const app = fastify({ forceCloseConnections: "idle" });
  const draining = new AbortController();
  const answers = new Answers(draining.signal);
  watchConnections(app.server, answers);
  app.addHook("onRequest", (_request, reply, done) => {
    answers.begin(reply.raw);
    done();
  });
  app.get("/", async () => "here");
  app.get("/long", async () => LONG);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const drain = (): Promise<void> => {
    draining.abort();
    return drainHttp(app, 60_000);
  };
  return { port: (app.server.address() as AddressInfo).port, drain };
}

test("an answer that its reader takes slowly comes whole, though the server is closed (rules/edge 50)", async (t) => {
  const { port, drain } = await serve();
  const kept = await keepConnection(port);
  kept.pause();
  kept.ask("/long");
  await sleep(300);
  const closed = drain();
  await sleep(300);
  kept.resume();
  await closed;
  await until(async () => kept.end() !== null);
  t.is(kept.end(), "end");
  t.is(kept.text().split("\r\n\r\n")[1]?.length, LONG.length);
});

test("Node.js itself takes a connection for idle whose answer waits for its reader", async (t) => {
  const server = createServer((_req, res) => res.end(LONG));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => void server.close());
  const kept = await keepConnection((server.address() as AddressInfo).port);
  kept.pause();
  kept.ask();
  await sleep(300);
  server.closeIdleConnections();
  kept.resume();
  await until(async () => kept.end() !== null);
  t.true(kept.text().length < LONG.length, "once it does not, runtime/private-parts/node-http.ts can go");
});

test("what is idle, silent or half sent does not hold the end up (rules/running 14)", async (t) => {
  const { port, drain } = await serve();
  const [idle, silent, half] = await Promise.all(Array.from({ length: 3 }, () => keepConnection(port)));
  idle?.ask();
  half?.send("GET / HTTP/1.1\r\nX-Half: ");
  await until(async () => idle?.text().endsWith("here"));
  await drain();
  await until(async () => [idle, silent, half].every((each) => each?.end() !== null));
  t.pass();
});
