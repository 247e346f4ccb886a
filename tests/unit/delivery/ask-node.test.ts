import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { askNode, patienceSince } from "../../../services/delivery/elsewhere/ask-node.js";

const PATIENCE = { doubtMs: 50, liveMs: 50, endMs: 60_000 };

/** Starts a node on a busy machine: it answers as the test says, and `/livez` never in time. */
async function busyNode(
  answer = (res: ServerResponse): void => void sleep(500).then(() => res.end("late")),
  doubted = (): void => {},
): Promise<{ url: string; close(): void }> {
  const server = createServer((req, res) => (req.url === "/livez" ? doubted() : answer(res)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => (server.close(), server.closeAllConnections()),
  };
}

/** Makes a reader's request at a gateway. */
async function reader(): Promise<{ req: IncomingMessage; res: ServerResponse; close(): void }> {
  const arrived = Promise.withResolvers<[IncomingMessage, ServerResponse]>();
  const server = createServer((...pair) => arrived.resolve(pair));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/content`).catch(() => {});
  const [req, res] = await arrived.promise;
  return { req, res, close: () => (server.close(), server.closeAllConnections()) };
}

for (const [isLast, title] of [
  [false, "is left for the next one"],
  [true, "is waited for where no other is left"],
] as const)
  test(`a node that is late, and does not say in time that it lives, ${title} (ADR-0051)`, async (t) => {
    const [node, { req, res, close }] = await Promise.all([busyNode(), reader()]);
    t.teardown(() => (node.close(), close()));
    const asked = askNode(node.url, { req, res, method: "GET", requestId: "r" }, null, {
      isLast,
      patience: PATIENCE,
      trace: null,
    });
    if (isLast) t.is((await asked).body?.toString(), "late");
    else await t.throwsAsync(asked, { message: "The node does not answer." });
  });

const ask = (url: string, { req, res }: Awaited<ReturnType<typeof reader>>, patience = PATIENCE) =>
  askNode(url, { req, res, method: "GET", requestId: "r" }, null, { isLast: false, patience, trace: null });

test("a long answer that has begun goes on, although the node did not say in time that it lives (ADR-0051)", async (t) => {
  const asked = Promise.withResolvers<ServerResponse>();
  // The answer begins while the question whether the node lives is under way. That question is given up later.
  const doubted = () => void asked.promise.then((res) => res.write("first, "));
  const [node, from] = await Promise.all([busyNode(asked.resolve, doubted), reader()]);
  t.teardown(() => (node.close(), from.close()));
  const answer = ask(node.url, from, { ...PATIENCE, liveMs: 1000 });
  const res = await asked.promise;
  const { head, body } = await answer;
  t.is(body, null);
  await sleep(1500);
  res.end("last");
  t.is(await text(head), "first, last");
});

test("a short answer of a node that dies in the middle of it is no answer: another node is asked (ADR-0051)", async (t) => {
  const breaksOff = (res: ServerResponse): void => {
    res.writeHead(200, { "content-length": "10" }).write("half", () => res.destroy());
  };
  const [node, from] = await Promise.all([busyNode(breaksOff), reader()]);
  t.teardown(() => (node.close(), from.close()));
  await t.throwsAsync(ask(node.url, from));
  t.false(from.res.headersSent);
});

test("all nodes of a request together are waited for as long as one would be, so that 503 comes within 20 seconds (rules/edge 34)", (t) => {
  const began = 5000;
  const [first, third] = [patienceSince(began, began), patienceSince(began, began + 6000)];
  t.is(third?.endMs, (first?.endMs ?? 0) - 6000);
  const last = patienceSince(began, began + (first?.endMs ?? 0) - 1);
  t.true((last?.endMs ?? 0) > 1, "a node that lives has time to answer");
  t.true((first?.endMs ?? 0) + (last?.endMs ?? 0) < 20_000);
  t.is(patienceSince(began, began + (first?.endMs ?? 0)), null);
});
