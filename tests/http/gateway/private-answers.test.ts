import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import { CONTRACTS } from "../../../contracts/index.js";
import { type Person, signUp } from "../../helpers/client.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { until } from "../../helpers/until.js";
import { upload } from "../../helpers/upload.js";

let site: Site;
let kiln: KilnProcess;
let ann: Person;
test.before(async () => {
  site = await openSite({ ALLOW_PRIVATE_NETWORK: "1" });
  kiln = await site.start();
  ann = await signUp(kiln.url);
});
test.after.always(() => site?.close());

const PRIVATE = CONTRACTS.flatMap(({ name, rest, audience }) =>
  rest && (audience === "account" || audience === "operator")
    ? [{ name, method: rest.method, path: rest.path.replaceAll(/:[A-Za-z]+/g, randomUUID()) }]
    : [],
);

test.serial(
  "each private route answers 401 with WWW-Authenticate to strangers, and nobody keeps what it says (rules/edge 8 and 9)",
  async (t) => {
    t.true(PRIVATE.length > 80);
    for (const { name, method, path } of PRIVATE) {
      const headers = { "content-type": "application/json" };
      const refused = await fetch(`${kiln.url}${path}`, { method, headers });
      t.is(refused.status, 401, name);
      t.truthy(refused.headers.get("www-authenticate"), name);
      t.is(refused.headers.get("cache-control"), "no-store", name);
      if (method !== "GET" || path.includes("/events")) continue;
      const seen = await fetch(`${kiln.url}${path}`, { headers: { authorization: `Bearer ${ann.key}` } });
      await seen.body?.cancel();
      t.is(seen.headers.get("cache-control"), "no-store", `${name} ${seen.status}`);
    }
  },
);

/** Sends a request and leaves after `afterMs`: before its body is whole, or while it is answered. */
async function leave(path: string, init: RequestInit, afterMs: number): Promise<void> {
  const left = new AbortController();
  const sent = fetch(`${kiln.url}${path}`, { ...init, signal: left.signal }).then((answer) =>
    answer.body?.cancel(),
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  left.abort();
  await sent.catch(() => {});
}

test.serial("a client that leaves is nobody's error: bodies, waits of agents, downloads", async (t) => {
  const headers = { authorization: `Bearer ${ann.key}`, "content-type": "application/json" };
  const storageId = await upload(ann.api, "image/png", Buffer.alloc(8 * 2 ** 20, 1));
  const { url } = (await ann.api.get(`/v1/storage/${storageId}`)).body.object;
  const { pathname, search } = new URL(url);
  const slow = {
    model: "mock-image",
    params: { kind: "image", prompt: "[slow=20] x", aspectRatio: "1:1", numImages: 1 },
  };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "generate", arguments: slow } };
  for (const afterMs of [0, 5, 50, 300]) {
    const half = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"model":')),
    });
    const halfBody = { method: "POST", headers, body: half, duplex: "half" } as RequestInit;
    await leave("/v1/generations", halfBody, afterMs);
    await leave(
      "/v1/auth/sign-in",
      { method: "POST", headers, body: '{"email":"a@example.com","password":"12345678"}' },
      afterMs,
    );
    await leave(
      "/mcp",
      { method: "POST", headers: { ...headers, accept: "*/*" }, body: JSON.stringify(call) },
      afterMs,
    );
    await leave(`${pathname}${search}`, {}, afterMs);
    await leave("/v1/projects?limit=1", { headers }, afterMs);
  }
  for (const { id } of (await ann.api.get("/v1/generations")).body.jobs)
    await ann.api.post(`/v1/generations/${id}/cancel`);
  t.is((await ann.api.get("/v1/account")).status, 200);
  const errors = kiln.output.split("\n").filter((line) => /"level":(?:50|60)|\bERROR\b/.test(line));
  t.deepEqual(errors, []);
});

/** Sends the head of a request and a part of its body, waits until the server has them, and closes the connection. */
async function leaveEarly(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const lines = Object.entries({ host: "x", "content-length": "100000", ...headers });
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  socket.write(" ".repeat(1000));
  // The server has begun to read, because the next request on another connection is answered after it.
  for (let n = 0; n < 3; n++) await (await fetch(`${base}/livez`)).text();
  socket.resetAndDestroy();
}

// The last test, for it ends the process.
test.serial("a client that leaves in the middle of a request or an answer is nobody's error", async (t) => {
  const authorization = ann.api.headers.authorization ?? "";
  const json = { authorization, "content-type": "application/json" };
  const project = (await ann.api.get("/v1/projects")).body.defaultProjectId as string;
  const token = await ann.api.post(`/v1/projects/${project}/content/tokens`, { name: "site" });
  for (const path of ["/v1/generations", "/v1/auth/sign-in", "/mcp", "/v1/uploads/import"])
    await leaveEarly(kiln.url, "POST", path, json);
  await leaveEarly(kiln.url, "POST", `/v1/content/${project}/graphql`, {
    authorization: `Bearer ${token.body.secret}`,
    "content-type": "application/json",
  });
  const size = 200_000;
  const ticket = await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: size });
  const put = new URL(ticket.body.uploadUrl);
  await leaveEarly(kiln.url, "PUT", `${put.pathname}${put.search}`, { "content-type": "image/png" });
  await fetch(put, { method: "PUT", headers: { "content-type": "image/png" }, body: new Uint8Array(size) });
  const committed = await ann.api.post(`/v1/uploads/${ticket.body.storageId}/commit`);
  const read = new URL(committed.body.url);
  await leaveEarly(kiln.url, "GET", `${read.pathname}${read.search}`, { "content-length": "0" });
  await leaveEarly(kiln.url, "POST", "/v1/auth/sign-up", {
    "content-type": "application/json",
    "content-length": "1000",
  });
  // The process has logged all that it would log when the next answers have come.
  await until(async () => (await ann.api.get("/v1/account")).status === 200);
  await kiln.stop();
  const errors = kiln.output.split("\n").filter((line) => /"level":(50|60)/.test(line));
  t.deepEqual(errors, []);
});
