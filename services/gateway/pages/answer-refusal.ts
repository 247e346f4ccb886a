import type { FastifyReply, FastifyRequest } from "fastify";
import type { Host } from "../../../runtime/process/host.js";
import { framedPage } from "../../../runtime/http/pages/frame.js";
import { pageHeaders } from "../../../runtime/http/pages/page-headers.js";
import { renderThrown, sendText } from "../refusals.js";
import { barOf } from "./bar.js";
import { refusalPage } from "./refusal.js";

const TITLES: Readonly<Record<number, string>> = {
  400: "This cannot be done",
  403: "This is not allowed",
  404: "There is nothing here",
  409: "This cannot be done now",
  413: "This is too large",
  429: "Too many requests",
  500: "Something went wrong",
  503: "The service is not available",
};

/** Answers an unexpected error with a page that has the sentence of the API. */
export function answerRefusal(
  host: Pick<Host, "config" | "log">,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, headers, body } = renderThrown(host, thrown, request);
  const page = refusalPage(TITLES[status] ?? "This cannot be done", body.error.message);
  const text = framedPage({ ...page, bar: barOf(host, request.auth, request.url) });
  sendText(request, reply, { status, headers: { ...headers, ...pageHeaders() }, text });
}
