import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import test from "ava";
import {
  createKiln,
  InsufficientCreditsError,
  InvalidResponseError,
  KilnError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
  UnreachableError,
} from "../../../sdk/index.js";

interface Heard {
  method: string;
  key: string | undefined;
}
type Script = (response: ServerResponse, tries: number) => void;

/** Starts a server that answers by a script and records its requests. */
async function scripted(script: Script): Promise<{ url: string; heard: Heard[]; close: () => void }> {
  const heard: Heard[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    const key = request.headers["idempotency-key"];
    heard.push({ method: request.method ?? "", key: typeof key === "string" ? key : undefined });
    script(response, heard.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, close: () => server.close() };
}

const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const failure = (code: string) => ({ error: { code, message: `It is ${code}.` } });
const create = {
  model: "m",
  params: { kind: "image", prompt: "p", aspectRatio: "1:1", numImages: 1 },
} as const;

test("what spends is sent again under the same Idempotency-Key after a broken connection, 429 and 503 (rules/edge 29 and 30)", async (t) => {
  const site = await scripted((response, tries) => {
    if (tries === 1) response.destroy();
    else if (tries === 2) answer(response, 429, failure("rate_limited"), { "retry-after": "0" });
    else if (tries === 3) answer(response, 503, failure("unavailable"), { "retry-after": "0" });
    else answer(response, 200, { job: { id: "j" }, estimatedCredits: 1 });
  });
  t.teardown(site.close);
  const made = await createKiln({ url: site.url, key: "k" }).generation.create(create);
  t.is(made.job.id, "j");
  t.is(site.heard.length, 4);
  t.is(new Set(site.heard.map(({ key }) => key)).size, 1);
  // The key is not made by crypto.randomUUID, which a page on plain http does not have.
  t.regex(site.heard[0]?.key ?? "", /^[0-9a-f]{32}$/);
});

test("what may not be repeated is sent once when nobody knows what became of it, and again after 429", async (t) => {
  const site = await scripted((response, tries) => {
    if (tries === 1) answer(response, 429, failure("rate_limited"), { "retry-after": "0" });
    else if (tries === 2) answer(response, 503, failure("unavailable"), { "retry-after": "0" });
    else response.destroy();
  });
  t.teardown(site.close);
  const kiln = createKiln({ url: site.url, key: "k" });
  const make = () => kiln.identity.createApiKey({ name: "n", scopes: ["media:read"] });
  await t.throwsAsync(make, { instanceOf: UnavailableError });
  t.is(site.heard.length, 2);
  await t.throwsAsync(make, { instanceOf: UnreachableError });
  t.is(site.heard.length, 3);
});

test("a Retry-After that is longer than the caller waits is an error at once, and says so", async (t) => {
  const site = await scripted((response) => {
    answer(response, 429, failure("rate_limited"), { "retry-after": "3600", "x-request-id": "r1" });
  });
  t.teardown(site.close);
  const error = await t.throwsAsync(createKiln({ url: site.url }).projects.list(), {
    instanceOf: RateLimitedError,
  });
  t.like(error, { status: 429, code: "rate_limited", retryAfterSeconds: 3600, requestId: "r1" });
  t.is(site.heard.length, 1);
});

test("each code is a class of its own; a code of a later version and an answer of somebody else are not lost (rules/clients 4)", async (t) => {
  const codes = ["not_found", "insufficient_credits", "brand_new"];
  const site = await scripted((response, tries) => {
    const code = codes[tries - 1];
    if (code === undefined) response.writeHead(404).end("<html>");
    else answer(response, 404, failure(code));
  });
  t.teardown(site.close);
  const read = () => createKiln({ url: site.url }).generation.get({ id: "x" });
  await t.throwsAsync(read, { instanceOf: NotFoundError, message: "It is not_found." });
  await t.throwsAsync(read, { instanceOf: InsufficientCreditsError });
  const later = await t.throwsAsync(read, { instanceOf: KilnError });
  t.is(later?.code, "brand_new");
  await t.throwsAsync(read, { instanceOf: InvalidResponseError });
  await t.throwsAsync(createKiln({ url: site.url }).generation.get({ id: "" }), { instanceOf: TypeError });
});

test("an abort ends the wait for a retry with its own reason (rules/clients 5)", async (t) => {
  const site = await scripted((response) => {
    answer(response, 429, failure("rate_limited"), { "retry-after": "50" });
  });
  t.teardown(site.close);
  const stop = new AbortController();
  const asked = createKiln({ url: site.url }).projects.list({}, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await t.throwsAsync(asked, { message: "enough" });
});
