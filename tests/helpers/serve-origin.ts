import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Origin {
  url: string;
  /** Paths that were requested. */
  seen: string[];
  /** Returns the number of connections that are being answered. */
  open(): number;
  stop(): Promise<void>;
}

/** Serves a website of a stranger on a free port. The test decides what a path answers. */
export async function serveOrigin(
  answer: (req: IncomingMessage, res: ServerResponse) => unknown,
): Promise<Origin> {
  const seen: string[] = [];
  let open = 0;
  const server = createServer((req, res) => {
    seen.push(req.url ?? "");
    open += 1;
    res.once("close", () => (open -= 1));
    void answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    open: () => open,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends the given number of bytes as fast as they are taken. */
export async function sendBytes(res: ServerResponse, bytes: number): Promise<void> {
  // The pipeline ends early only when the reader left.
  await pipeline(Readable.from(zeros(bytes)), res).catch(() => {});
}

function* zeros(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(256 * 1024);
  for (let left = bytes; left > 0; left -= piece.length)
    yield left < piece.length ? piece.subarray(0, left) : piece;
}
