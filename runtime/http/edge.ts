import type { IncomingMessage, ServerResponse } from "node:http";
import type { LongQueue } from "./long-queue.js";

/**
 * A raw HTTP route beside the contracts, for requests or answers that are not JSON: media bytes and the agent endpoint. It
 * does its own authentication.
 */
export interface EdgeRoute {
  methods: readonly string[];
  /** The path in segments; `:name` matches one segment. */
  path: string;
  /**
   * The headers of all answers of the route, including refusals. A route that names some puts `request.headers` into the
   * heads that it writes: the response does not have them yet, since node:http takes several times as long to merge them.
   */
  headers?: Readonly<Record<string, string>>;
  /**
   * True for a route that is asked for so often that the gateway answers before its framework
   * (services/gateway/raw-requests.ts). Ids in the path of such a route are UUIDs.
   */
  isDirect?: boolean;
  /** Writes a refusal that is made before the route has the request. Without this method it gets the envelope of REST. */
  refusal?(thrown: unknown, asked: Pick<EdgeRequest, "req" | "requestId">): Refusal;
  handle(request: EdgeRequest): Promise<void>;
}

export interface Refusal {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The queues that all routes of this process share. */
export interface EdgeTurns {
  /** Returns undefined when the current caller's request may begin at once, and otherwise a promise for its turn. */
  take(): Promise<void> | undefined;
  /** The queue of reads whose answers may be long (ADR-0087). */
  readonly longReads: LongQueue;
}

export interface EdgeRequest {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The headers of every answer. The response has them already, unless the route names headers of its own. */
  headers: Readonly<Record<string, string>>;
  requestId: string;
  /** The address of the client, as far as proxies are trusted; empty when the route is direct. */
  client: string;
  /**
   * The scheme, host and port that the client called, as far as proxies are trusted; null without a `Host` header, and null
   * when the route is direct.
   */
  called: string | null;
  turns: EdgeTurns;
}
