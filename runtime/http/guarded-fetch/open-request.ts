import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { unreachable } from "./fetch-error.js";
import { hostOf } from "./check-url.js";
import type { CheckedAddress } from "./resolve-host.js";

export interface Message {
  method: string;
  headers: Readonly<Record<string, string>>;
  body(): Buffer | null;
  sent(): void;
}

/** Returns a lookup function that answers every name with the addresses that were checked. */
const pinned =
  (addresses: readonly CheckedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first === undefined) callback(new Error("no address"), "", 4);
    else callback(null, first.address, first.family);
  };

/**
 * Sends one request on a connection of its own to one of the checked addresses, and gives the head of the answer, whose
 * body is the stream. No cookies, no credentials, no proxy, no decompression. Throws GuardedFetchError.
 */
export function openRequest(
  url: URL,
  addresses: readonly CheckedAddress[],
  message: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { method, headers, sent } = message;
  const host = hostOf(url);
  const options: RequestOptions = {
    protocol: url.protocol,
    // An address in the URL is connected to as it is; it was checked.
    hostname: host,
    port: url.port === "" ? undefined : url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: {
      "user-agent": "Kiln",
      accept: "*/*",
      "accept-encoding": "identity",
      ...headers,
    },
    agent: false,
    lookup: pinned(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(options, resolve);
    request.on("error", (error) =>
      reject(signal.aborted ? signal.reason : unreachable("The URL could not be reached.", error)),
    );
    // 101 hands over the socket, which is no answer.
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(unreachable("The URL answered with another protocol."));
    });
    // The body is a variable of this function alone: one that the handlers see would live as long as the request.
    const body = message.body();
    if (body !== null) request.setHeader("content-length", body.length);
    request.end(body ?? undefined, sent);
  });
}
