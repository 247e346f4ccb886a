import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Body as text, as it came. */
  raw: string;
  // oxlint-disable-next-line no-explicit-any -- tests look into bodies of every event
  body: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Returns the requests to one path. */
  at(path: string): Received[];
  /** Answers the requests from now on; a test may replace it. */
  answer: (req: IncomingMessage, res: ServerResponse, received: Received) => unknown;
  /** Returns the number of requests that wait for their answer. */
  open(): number;
  stop(): Promise<void>;
}

/** Starts a server that receives webhooks on a free port and answers 200 until the test says otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let open = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      const one = { path: req.url ?? "", headers: req.headers, raw, body: JSON.parse(raw) as unknown };
      received.push(one);
      open += 1;
      res.once("close", () => (open -= 1));
      receiver.answer(req, res, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (_req, res) => res.end("ok"),
    open: () => open,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
