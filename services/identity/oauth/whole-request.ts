import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { ServiceError } from "../../../contracts/errors.js";
import { MAX_PUBLIC_BODY_BYTES } from "../../../contracts/limits.js";
import { networksOf } from "../../../runtime/http/client-network.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import { readBytes } from "../../../runtime/http/read-bytes.js";

const tooLarge = () => new ServiceError("payload_too_large", "The body is over 64 KB.");

/**
 * Reads the body of a request that needs no credential, within the bounds of all such bodies (rules/edge 17).
 */
export const readBody = ({ req, client }: Pick<EdgeRequest, "req" | "client">): Promise<Buffer> =>
  readBytes(req, MAX_PUBLIC_BODY_BYTES, tooLarge, { owner: networksOf(client) });

/**
 * Makes a request with this body for the library, which would otherwise read from the connection for as long
 * as a body takes, without a count of the bytes.
 */
export function wholeRequest(
  { url, socket, httpVersion, httpVersionMajor, httpVersionMinor }: IncomingMessage,
  body: Buffer,
  headers: IncomingMessage["headers"],
): IncomingMessage {
  const { "transfer-encoding": _coding, expect: _expect, ...kept } = headers;
  const whole = Object.assign(Readable.from([body]), {
    method: "POST",
    url,
    socket,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    headers: { ...kept, "content-length": String(body.length) },
  });
  return whole as unknown as IncomingMessage;
}
