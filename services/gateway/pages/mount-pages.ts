import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalidParams, notFound } from "../../../contracts/errors.js";
import { isUuid } from "../../../contracts/ids.js";
import { MAX_PUBLIC_BODY_BYTES } from "../../../contracts/limits.js";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { networksOf } from "../../../runtime/http/client-network.js";
import type { Host } from "../../../runtime/process/host.js";
import { framedPage, type Page } from "../../../runtime/http/pages/frame.js";
import { pageHeaders } from "../../../runtime/http/pages/page-headers.js";
import { declaresOver } from "../../../runtime/http/read-bytes.js";
import { nameWaiter } from "../../../runtime/actions/waiters.js";
import { credentialOf, SESSION_SECONDS, sessionCookie } from "../../identity/index.js";
import type { Means } from "../contract-routes.js";
import { askedOf, withinTime } from "../call-contract.js";
import { refuseForeignOrigin } from "../foreign-origin.js";
import { sendText, tooLarge } from "../refusals.js";
import { consoleHome } from "../console/console-home.js";
import { documentHeaders } from "../console/document-headers.js";
import { barOf } from "./bar.js";
import { withNext } from "./next-path.js";
import { PAGES } from "./pages.js";
import { answerRefusal } from "./answer-refusal.js";
import type { OwnVisit, PageAnswer, PageRoute, Visit } from "./visit.js";

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** The most fields of a form, more than any form of Kiln has. */
const MAX_FIELDS = 50;

/** Mounts every page for people. The pages call the same actions as the API, under the same limits. */
export function mountPages(app: FastifyInstance, means: Means): void {
  const inConsole = consoleHome(means.host);
  for (const route of PAGES) mount(app, { ...means, inConsole }, route);
}

interface PageMeans extends Means {
  /** Puts a page into the console's document; null where no console was built. */
  inConsole: ((page: Page) => string) | null;
}

function mount(app: FastifyInstance, means: PageMeans, route: PageRoute): void {
  const { host, authenticator, turns } = means;
  /** Checks a request before a byte of its form is read: its length, its origin and its sender. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const ids = Object.values(request.params as Record<string, string>);
    if (!ids.every(isUuid)) throw notFound("There is no such page.");
    if (declaresOver(request.raw, MAX_PUBLIC_BODY_BYTES)) throw tooLarge(MAX_PUBLIC_BODY_BYTES);
    refuseForeignOrigin(askedOf(request), host.baseUrl);
    const { bearer, cookie } = credentialOf(request.headers);
    // A key is for programs and opens no page.
    request.auth =
      bearer === null && cookie !== null
        ? await withinTime(authenticator.authenticate({ bearer, cookie }))
        : null;
    if (request.auth !== null && authenticator.hasSlid(request.auth))
      keepSession(host, reply, { secret: cookie ?? "", maxAgeSeconds: SESSION_SECONDS });
    if (request.auth === null && route.audience === "signed in") {
      const next = route.method === "GET" ? request.url : formPageOf(route.path);
      const headers = { ...pageHeaders(), location: withNext("/sign-in", next) };
      sendText(request, reply, { status: 303, headers, text: "" });
      return reply;
    }
    return undefined;
  };
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: MAX_PUBLIC_BODY_BYTES,
    onRequest: admit,
    errorHandler: (error, request, reply) => answerRefusal(host, error, request, reply),
    handler: async (request, reply) => {
      const site = request.auth === null ? networksOf(request.ip).site : undefined;
      const turn = onBehalfOf(request.auth?.accountId, () => turns.take(), site);
      if (turn !== undefined) await turn;
      const visit = visitOf(host, request, reply);
      const answer = route.audience === "anybody" ? route.answer(visit) : route.answer(visit as OwnVisit);
      return send(means, request, reply, await answer);
    },
  });
}

/** Returns the address of the page with the form of a writing route, named by the first segment. */
const formPageOf = (path: string): string => `/${path.split("/")[1] ?? ""}`;

function visitOf(host: Host, request: FastifyRequest, reply: FastifyReply): Visit {
  const { auth, id: requestId, ip: client, url } = request;
  const at = url.indexOf("?");
  return {
    host,
    auth,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(at < 0 ? "" : url.slice(at + 1)),
    form: readForm(request),
    address: url,
    call: (contract, params, more = {}) => {
      const waiter = contract.rest?.costly ? { waiter: nameWaiter(host.signals, reply.raw) } : {};
      return host.call(contract, params, { auth, requestId, client, idempotency: null, ...waiter, ...more });
    },
  };
}

function readForm({ body, headers }: FastifyRequest): URLSearchParams {
  if (!Buffer.isBuffer(body) || body.length === 0) return new URLSearchParams();
  if (!FORM_TYPE.test(headers["content-type"] ?? ""))
    throw invalidParams("The form must be sent as application/x-www-form-urlencoded.");
  const text = body.toString("utf8");
  if (text.split("&", MAX_FIELDS + 1).length > MAX_FIELDS)
    throw invalidParams(`A form has at most ${MAX_FIELDS} fields.`);
  return new URLSearchParams(text);
}

function send(
  { host, inConsole }: PageMeans,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): FastifyReply {
  if ("to" in answer) {
    if (answer.session !== undefined) keepSession(host, reply, answer.session);
    return reply.code(303).headers(pageHeaders()).header("location", answer.to).send("");
  }
  const { page, status = 200, headers = {}, sources } = answer;
  const bar = page.bar === undefined ? barOf(host, request.auth, request.url) : page.bar;
  // Browsers accept HTML by name; programs that read pages accept anything.
  if (answer.isConsole && inConsole !== null && request.headers.accept?.includes("text/html"))
    return reply.headers(documentHeaders(host.config)).send(inConsole({ ...page, bar }));
  return reply
    .code(status)
    .headers({ ...headers, ...pageHeaders(sources) })
    .send(framedPage({ ...page, bar }));
}

const keepSession = (
  host: Pick<Host, "baseUrl">,
  reply: FastifyReply,
  session: { secret: string; maxAgeSeconds: number } | null,
): void => void reply.header("set-cookie", sessionCookie(session, host.baseUrl.startsWith("https:")));
