import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openSite } from "../../helpers/open-site.js";
import { until } from "../../helpers/until.js";

/** Sends the head of a request and a part of its body, waits until the server has them, and closes the connection. */
async function leave(
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

test("a client that leaves in the middle of a request or an answer is nobody's error", async (t) => {
  const site = await openSite({ ALLOW_PRIVATE_NETWORK: "1" });
  t.teardown(() => site.close());
  const kiln = await site.start();
  const ann = await signUp(kiln.url);
  const authorization = ann.api.headers.authorization ?? "";
  const json = { authorization, "content-type": "application/json" };
  const project = (await ann.api.get("/v1/projects")).body.defaultProjectId as string;
  const token = await ann.api.post(`/v1/projects/${project}/content/tokens`, { name: "site" });
  for (const path of ["/v1/generations", "/v1/auth/sign-in", "/mcp", "/v1/uploads/import"])
    await leave(kiln.url, "POST", path, json);
  await leave(kiln.url, "POST", `/v1/content/${project}/graphql`, {
    authorization: `Bearer ${token.body.secret}`,
    "content-type": "application/json",
  });
  const size = 200_000;
  const ticket = await ann.api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes: size });
  const put = new URL(ticket.body.uploadUrl);
  await leave(kiln.url, "PUT", `${put.pathname}${put.search}`, { "content-type": "image/png" });
  await fetch(put, { method: "PUT", headers: { "content-type": "image/png" }, body: new Uint8Array(size) });
  const committed = await ann.api.post(`/v1/uploads/${ticket.body.storageId}/commit`);
  const read = new URL(committed.body.url);
  await leave(kiln.url, "GET", `${read.pathname}${read.search}`, { "content-length": "0" });
  await leave(kiln.url, "POST", "/v1/auth/sign-up", {
    "content-type": "application/json",
    "content-length": "1000",
  });
  // The process has logged all that it would log when the next answers have come.
  await until(async () => (await ann.api.get("/v1/account")).status === 200);
  await kiln.stop();
  const errors = kiln.output.split("\n").filter((line) => /"level":(50|60)/.test(line));
  t.deepEqual(errors, []);
});
