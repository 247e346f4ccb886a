import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";

/**
 * Sends a whole body, and waits for nobody: who waited would retain the message meanwhile. A long body counts among the unread
 * answers until its client has taken it (rules/mcp 27).
 */
export function sendBody(
  res: ServerResponse,
  {
    status,
    headers,
    parts,
  }: { status: number; headers: Readonly<Record<string, string>>; parts: readonly Buffer[] },
): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  res.writeHead(status, { ...headers, "content-length": length });
  // The pipeline ends early only when the client left, so that nobody needs the error.
  if (length > PIECE_BYTES) return void pipeline(inPieces(res, ...parts), res).catch(() => {});
  res.cork();
  for (const part of parts) res.write(part);
  res.end();
}
