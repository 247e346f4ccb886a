import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A raw HTTP route beside the contracts, for what is not JSON in and JSON out:
 * media bytes and the agent endpoint. It does its own authentication.
 */
export interface EdgeRoute {
  methods: readonly string[];
  /** Segments; `:name` matches one segment. */
  path: string;
  handle(request: EdgeRequest): Promise<void>;
}

export interface EdgeRequest {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  requestId: string;
  /** Address of the client, as far as proxies are trusted. */
  client: string;
}
