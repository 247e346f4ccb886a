import type { IncomingMessage, ServerResponse } from "node:http";
import { answerJson } from "../../runtime/http/answer-json.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/http/edge.js";
import { renderError } from "../../runtime/errors/render.js";
import type { Logger } from "../../runtime/process/log.js";
import { isClientLeft } from "./client-left.js";

/** Has a raw route answer a request, with an error's envelope if need be. */
export async function answerRaw(route: EdgeRoute, request: EdgeRequest, log: Logger): Promise<void> {
  const { res, headers } = request;
  const setHeaders = () => res.setHeaders(new Map(Object.entries(headers)));
  if (route.headers === undefined) setHeaders();
  try {
    const site = request.client === "" ? undefined : networksOf(request.client).site;
    await onBehalfOf(route.path, () => route.handle(request), site);
  } catch (error) {
    if (!res.headersSent) setHeaders();
    if (isClientLeft(error, request.req)) return void res.destroy();
    fail(res, error, request.requestId, log);
  }
}

function fail(res: ServerResponse, error: unknown, requestId: string, log: Logger): void {
  const { status, headers, body, isExpected } = renderError(error, requestId);
  if (!isExpected) log.error({ err: error, requestId }, "a raw request failed");
  if (res.headersSent) return void res.destroy();
  answerJson(res, { status, headers, body });
}

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
