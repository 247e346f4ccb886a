import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { write } from "../../../services/gateway/external/answer.js";
import { externalError } from "../../../services/gateway/external/external-error.js";
import { InFlight } from "../../../services/gateway/external/in-flight.js";

/** The tests are about the answers for results and errors of external services (ADR-0064). */
const thrown = (name: string, code: unknown, message: unknown = "Inside.", data?: unknown) => ({
  name,
  code,
  message,
  data,
});
const told = (error: unknown) => {
  const { code, message } = externalError(error, "links");
  return [code, message];
};

test("refusals are told by code and one line of their message, anything else as a fault of the service (rules/running 32)", (t) => {
  t.deepEqual(told(thrown("A", 404, "Not\n\u0000here. ")), ["not_found", "Not here."]);
  t.deepEqual(told(thrown("A", 401)), ["forbidden", "Inside."]);
  t.deepEqual(told(thrown("A", 422, "Parameters validation error!", [{ message: "url is missing" }])), [
    "invalid_params",
    "url is missing",
  ]);
  t.deepEqual(told(thrown("A", 400, "x".repeat(1000))), ["invalid_params", "x".repeat(300)]);
  t.deepEqual(told(thrown("A", 400, { a: 1 })), ["invalid_params", "links refused the request."]);
  for (const error of [
    thrown("A", 500),
    thrown("A", "404"),
    thrown("A", 200),
    new Error("Inside."),
    null,
    "Inside.",
  ])
    t.deepEqual(told(error), ["unavailable", "links failed; the outcome is unknown."]);
  t.deepEqual(told(thrown("NotDeliveredError", 503)), [
    "unavailable",
    "links is away, and nothing was done. Retry later.",
  ]);
  const own = new ServiceError("conflict", "Ours.");
  t.is(externalError(own, "links"), own);
});

test("an answer is JSON unless its type is one that no browser runs (rules/running 32)", (t) => {
  const typed = (type: unknown, data: unknown = "a") => write({ data, meta: { $responseType: type } });
  t.is(typed("text/csv").body, "a");
  t.is(typed("text/csv").headers["content-type"], "text/csv");
  for (const type of [
    "text/html",
    "image/svg+xml",
    "text/xml",
    "text/plain\r\nset-cookie: a",
    "application/xhtml+xml",
    7,
  ]) {
    t.is(typed(type).headers["content-type"], "application/json; charset=utf-8", String(type));
    t.is(typed(type).body, '"a"');
  }
  const bytes = { type: "Buffer", data: [1, 2] };
  t.deepEqual(typed("image/png", bytes).body, Buffer.from([1, 2]));
  t.is(typed("text/html", bytes).headers["content-type"], "application/octet-stream");
});

test("a status is a success or a redirect with an address, and nothing is 204", (t) => {
  const statusOf = (meta: Record<string, unknown>, data: unknown = {}) => write({ data, meta }).status;
  t.is(statusOf({ $statusCode: 201 }), 201);
  for (const code of [100, 101, 206, 207, 304, 400, 401, 500, "201", Number.NaN])
    t.is(statusOf({ $statusCode: code }), 200);
  t.is(statusOf({}, null), 204);
  t.is(statusOf({ $statusCode: 302, $location: "https://example.com" }, null), 302);
  t.is(statusOf({ $statusCode: 302 }), 200);
  for (const location of ["javascript:a", "//evil", "/\\evil", "https://a\r\nb: c", "data:text/html,a"])
    t.is(statusOf({ $statusCode: 302, $location: location }), 200, location);
});

test("calls of one account, of one service and their bodies are bounded, and places come back (rules/running 32)", async (t) => {
  const inFlight = new InFlight();
  const ends: (() => void)[] = [];
  const hang = (service: string, accountId: string, bytes = 0) =>
    inFlight.run({ service, accountId, bytes }, () => new Promise<void>((resolve) => ends.push(resolve)));
  const waiting = Array.from({ length: 32 }, () => hang("links", "a"));
  await t.throwsAsync(hang("links", "a"), { message: /32 calls of links wait/ });
  // These accounts ask for all turns that they can get.
  const isGreedy = new Set(Array.from({ length: 40 }, (_, at) => `b${at}`));
  while (isGreedy.size > 0)
    for (const account of isGreedy) {
      const before = ends.length;
      const call = hang("links", account);
      if (ends.length > before) waiting.push(call);
      else {
        await t.throwsAsync(call, { message: /calls of links wait for their answers already/ });
        isGreedy.delete(account);
      }
    }
  t.true(waiting.length < 256, "some are left");
  const first = Array.from({ length: 512 - waiting.length }, (_, at) => hang("links", `c${at}`));
  await t.throwsAsync(hang("links", "c0"), { message: /1 calls of links wait/ });
  await t.throwsAsync(hang("links", "d"), { message: /links has too many calls/ });
  waiting.push(...first, hang("orders", "d"));
  for (const end of ends) end();
  await Promise.all(waiting);
  const again = hang("links", "a");
  ends.at(-1)?.();
  await t.notThrowsAsync(again);
});

test("the bodies of one account, of one service and of all are bounded, so that none takes the room from the others (rules/running 32)", async (t) => {
  const inFlight = new InFlight();
  const ends: (() => void)[] = [];
  const hang = (service: string, accountId: string, megabytes: number) =>
    inFlight.run(
      { service, accountId, bytes: megabytes * 1024 * 1024 },
      () => new Promise<void>((resolve) => ends.push(resolve)),
    );
  const waiting = [
    hang("links", "a", 4),
    hang("links", "a", 4),
    hang("orders", "a", 4),
    hang("orders", "a", 4),
  ];
  await t.throwsAsync(hang("other", "a", 1), { message: /^The bodies of your calls .* 16 MB together/ });
  waiting.push(hang("links", "b", 16), hang("links", "c", 8));
  await t.throwsAsync(hang("links", "d", 1), { message: /links has too many calls/ });
  waiting.push(hang("orders", "d", 16), hang("other", "e", 8));
  await t.throwsAsync(hang("other", "f", 1), { message: /other has too many calls/ });
  waiting.push(hang("other", "a", 0), hang("links", "d", 0));
  for (const end of ends) end();
  await Promise.all(waiting);
  const again = [hang("links", "a", 16), hang("links", "b", 16)];
  for (const end of ends) end();
  await t.notThrowsAsync(Promise.all(again));
});
