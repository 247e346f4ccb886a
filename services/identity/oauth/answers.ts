import type { ServerResponse } from "node:http";
import { pageHeaders } from "../../../runtime/http/pages/page-headers.js";

/**
 * Sends a page that runs no scripts, stands in no frame, and whose forms lead here or to the app's address.
 */
export function sendPage(
  res: ServerResponse,
  status: number,
  text: string,
  formTargets: readonly string[] = [],
): void {
  const body = Buffer.from(text);
  res.writeHead(status, { ...pageHeaders({ forms: formTargets }), "content-length": body.length });
  res.end(body);
}

/** Sends JSON that scripts of any origin may read: it contains no secret of a browser. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": text.length,
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    ...headers,
  });
  res.end(text);
}
