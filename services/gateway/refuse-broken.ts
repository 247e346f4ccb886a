import { randomUUID } from "node:crypto";
import { maxHeaderSize, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { invalidParams } from "../../contracts/errors.js";
import { renderError } from "../../runtime/errors/render.js";
import { endUnlessHeadCame } from "../../runtime/http/heads-in-time.js";

/**
 * The milliseconds within which the address and headers of a request must have come, also those of the first
 * request of a connection.
 */
export const HEADERS_MS = 20_000;

/** The milliseconds that a peer without valid HTTP has to read the refusal. */
const BROKEN_LINGER_MS = 1_000;

const LATE = "ERR_HTTP_REQUEST_TIMEOUT";

const SENTENCES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The address and the headers of a request may have ${maxHeaderSize} bytes together.`,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "The extensions of the chunks of a body are too long.",
  [LATE]: `The address and the headers of a request must come within ${HEADERS_MS / 1000} s.`,
};

/** Answers a request that is not valid HTTP, by the code of its fault, and ends the connection. */
export function refuseBroken(server: Server, code: string, socket: Socket): void {
  const refuse = () => answer(socket, SENTENCES[code] ?? "The request is not valid HTTP.");
  if (code === LATE) void endUnlessHeadCame(server, socket, refuse);
  else refuse();
}

/** Sends the refusal and cuts the connection, because the other side may keep its half open for ever. */
function answer(socket: Socket, message: string): void {
  // Later faults of the same connection get no answer of their own.
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const requestId = randomUUID();
  const { status, body } = renderError(invalidParams(message), requestId);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end([...head, "", text].join("\r\n"), () =>
    setTimeout(() => socket.destroy(), BROKEN_LINGER_MS).unref(),
  );
}
