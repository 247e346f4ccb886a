import type { ServerResponse } from "node:http";
import { endUnread, isUnread } from "./end-unread.js";

export interface JsonAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: object;
}

/** Answers a raw request with JSON, even while its body is still coming. */
export function answerJson(res: ServerResponse, { status, headers, body }: JsonAnswer): void {
  const text = JSON.stringify(body);
  const isLast = isUnread(res.req);
  res.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...(isLast && { connection: "close" }),
  });
  if (isLast) endUnread(res.req, res, text);
  else res.end(text);
}
