import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A raw HTTP route beside the contracts, for what is not JSON in and JSON out:
 * media bytes and the agent endpoint. It does its own authentication.
 */
export interface EdgeRoute {
  methods: readonly string[];
  /** Segments; `:name` matches one segment. */
  path: string;
  /**
   * Of all its answers, refusals too. A route that names some puts `request.headers` into the heads that it writes: the
   * response has none yet, for node:http takes several times as long to merge them.
   */
  headers?: Readonly<Record<string, string>>;
  /** Asked for so often that the gateway answers before its framework (services/gateway/raw-requests.ts); ids in its path are UUIDs. */
  isDirect?: boolean;
  /** How a refusal is written that is made before the route has the request; the envelope of REST where there is none. */
  refusal?(thrown: unknown, asked: Pick<EdgeRequest, "req" | "requestId">): Refusal;
  handle(request: EdgeRequest): Promise<void>;
}

export interface Refusal {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface EdgeRequest {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Of every answer; the response has them already, unless the route names headers of its own. */
  headers: Readonly<Record<string, string>>;
  requestId: string;
  /** Address of the client, as far as proxies are trusted; empty where the route is direct. */
  client: string;
  /** Scheme, host and port that the client called, as far as proxies are trusted; null without a `Host`, and where the route is direct. */
  called: string | null;
}
