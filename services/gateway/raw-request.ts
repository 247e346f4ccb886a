import type { IncomingMessage, ServerResponse } from "node:http";
import type { EdgeRequest } from "../../runtime/http/edge.js";

/** A request as raw routes get it. */
export class RawRequest implements EdgeRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly client: string;
  readonly called: string | null;
  #query: URLSearchParams | null = null;

  constructor({
    req,
    res,
    params,
    headers,
    requestId,
    client,
    called,
  }: Omit<EdgeRequest, "method" | "query">) {
    this.req = req;
    this.res = res;
    this.method = req.method ?? "";
    this.params = params;
    this.headers = headers;
    this.requestId = requestId;
    this.client = client;
    this.called = called;
  }

  /** Read by who needs it: an answer that is kept is found by its URL. */
  get query(): URLSearchParams {
    const { url = "" } = this.req;
    return (this.#query ??= new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""));
  }
}
