import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Body that is sent piece by piece, chunked unless there is a `content-length` header. */
  pieces?: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** Sends one HTTP request with its headers exactly as given and returns the answer as it came. Redirects are not followed. */
export function rawRequest(
  url: string,
  { method = "GET", headers = {}, pieces = [] }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let hasAnswer = false;
    const req = request(url, { method, headers, agent: false }, (res) => {
      hasAnswer = true;
      buffer(res).then(
        (body) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }),
        reject,
      );
    });
    // The connection of a refused upload ends while the rest is being sent.
    req.on("error", (error) => (hasAnswer ? undefined : reject(error)));
    void send(pieces, req).catch(() => {});
  });
}

async function send(
  pieces: NonNullable<RawRequest["pieces"]>,
  req: ReturnType<typeof request>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => req.once("close", () => resolve()));
  for await (const piece of pieces) {
    if (req.destroyed) return;
    if (!req.write(piece)) await Promise.race([closed, new Promise((resolve) => req.once("drain", resolve))]);
  }
  req.end();
}

/** Returns the code in the error envelope of a refused request. */
export const codeOf = ({ body }: RawAnswer): unknown =>
  (JSON.parse(body.toString()) as { error?: { code?: unknown } }).error?.code;
