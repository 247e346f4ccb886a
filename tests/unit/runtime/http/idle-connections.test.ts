import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { Answers } from "../../../../runtime/http/answers.js";
import { endUnlessHeadCame } from "../../../../runtime/http/heads-in-time.js";
import { closeIdle } from "../../../../runtime/http/idle-connections.js";
import { keepConnection, type KeptConnection, standStill } from "../../../helpers/keep-connection.js";
import { until } from "../../../helpers/until.js";

/** The tests are about when a server closes a connection that a healthy client keeps, and what that client sees (ADR-0104). */
const KEPT_MS = 300;

async function serve(
  t: ExecutionContext,
  options: ServerOptions,
  also: (server: Server) => void,
): Promise<number> {
  const server = createServer({ keepAliveTimeout: KEPT_MS, keepAliveTimeoutBuffer: 0, ...options });
  const answers = new Answers(new AbortController().signal);
  server.on("request", (_req, res) => {
    answers.begin(res);
    res.end("here");
  });
  also(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const countOf = (text: string) => text.split("here").length - 1;

/** Sends a request to a process that blocks until the connection's time is over, and then runs its timers before it reads. */
const askInTime = (kept: KeptConnection): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => {
      kept.ask();
      standStill(KEPT_MS + 200);
      resolve();
    });
  });

/** Returns what a client sees whose request came while its connection was kept. */
async function askAtTheEnd(port: number): Promise<string> {
  const kept = await keepConnection(port);
  kept.ask();
  await until(async () => countOf(kept.text()) === 1);
  await askInTime(kept);
  await until(async () => kept.end() !== null || countOf(kept.text()) === 2);
  kept.destroy();
  return kept.end() ?? "answered";
}

test.serial(
  "a plain server of Node.js resets a request that came in time, where its loop stood still meanwhile",
  async (t) => {
    const port = await serve(t, {}, () => {});
    t.is(await askAtTheEnd(port), "ECONNRESET");
  },
);

test.serial(
  "a request that came before its connection is closed for being idle is answered (rules/edge 50)",
  async (t) => {
    const port = await serve(t, {}, closeIdle);
    t.is(await askAtTheEnd(port), "answered");
  },
);

test.serial("an idle connection is closed in the end, without a word (rules/edge 50)", async (t) => {
  const port = await serve(t, {}, closeIdle);
  const kept = await keepConnection(port);
  kept.ask();
  await until(async () => kept.end() !== null);
  t.is(kept.end(), "end");
  t.regex(kept.text(), /here$/);
});

const lateHeads: ServerOptions = {
  headersTimeout: KEPT_MS,
  requestTimeout: 0,
  connectionsCheckingInterval: 50,
};
const refusing = (server: Server) => {
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === "ERR_HTTP_REQUEST_TIMEOUT")
      void endUnlessHeadCame(server, socket as Socket, () => socket.end("refused"));
  });
};

test.serial(
  "a connection that a client opened in advance is closed without an answer (rules/edge 50)",
  async (t) => {
    const silent = await keepConnection(await serve(t, lateHeads, refusing));
    await until(async () => silent.end() !== null);
    t.deepEqual([silent.text(), silent.end()], ["", "end"]);
  },
);

test.serial(
  "its first request is answered where it came in time, also to a process that stood still (rules/edge 50)",
  async (t) => {
    const kept = await keepConnection(await serve(t, lateHeads, refusing));
    // The server has the request by now.
    await sleep(50);
    await askInTime(kept);
    await until(async () => kept.end() !== null || countOf(kept.text()) === 1);
    t.is(kept.end(), null);
    kept.destroy();
  },
);

test.serial("half a head is refused (rules/edge 17)", async (t) => {
  const port = await serve(t, lateHeads, refusing);
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.write("GET / HTTP/1.1\r\nX-Half: ");
  const [text] = (await once(socket, "data")) as [string];
  t.is(text, "refused");
  socket.destroy();
});

test.serial(
  "half a head that came in the packet of the request before is refused (rules/edge 17)",
  async (t) => {
    const kept = await keepConnection(await serve(t, { ...lateHeads, keepAliveTimeout: 60_000 }, refusing));
    kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX-Half: ");
    await until(async () => kept.end() !== null);
    t.regex(kept.text(), /here.*refused$/s);
  },
);
