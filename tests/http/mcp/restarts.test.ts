import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { connectApp } from "../../helpers/connect-app.js";
import { freePort } from "../../helpers/free-port.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { selfSigned } from "../../helpers/self-signed.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { stateless } from "../../helpers/stateless-agent.js";
import { until } from "../../helpers/until.js";

const TASKS = { capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } };
const { key, cert } = selfSigned();

let site: Site;
let doomed: KilnProcess;
let kiln: { url: string };
let ann: Person;
let port: number;
test.before(async () => {
  port = await freePort();
  site = await openSite({
    BASE_URL: `http://localhost:${port}`,
    PORT: String(port),
    ALLOW_PRIVATE_NETWORK: "1",
  });
  const trusted = join(site.folder, "trusted.pem");
  await writeFile(trusted, cert);
  doomed = await site.start({ NODE_EXTRA_CA_CERTS: trusted });
  kiln = doomed;
  ann = await signUp(kiln.url);
});
test.after.always(() => site?.close());

/** Serves the site of an app with its client document. */
async function appSite(change: object = {}, path = "/client.json") {
  let fetched = 0;
  const server = createServer({ key, cert }, (_req, res) => {
    fetched += 1;
    res.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=600" });
    res.end(JSON.stringify({ ...document(), ...change }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}${path}`;
  const document = () => ({
    client_id: url,
    client_name: "Pottery by document",
    redirect_uris: ["http://localhost:7777/callback"],
    token_endpoint_auth_method: "none",
  });
  return { url, fetched: () => fetched, stop: () => server.close() };
}

test.serial(
  "a client whose id is the address of its document signs in without a registration, and calls tools (rules/identity 48)",
  async (t) => {
    const origin = await appSite();
    t.teardown(origin.stop);
    const app = await connectApp(
      { url: kiln.url, host: { baseUrl: site.env["BASE_URL"] ?? "" } },
      ann,
      "",
      origin.url,
    );
    t.is(await app.opens(), 200);
    const client = await app.connect({ versionNegotiation: { mode: "auto" } });
    t.true((await client.listTools()).tools.length > 30);
    const { structuredContent } = await client.callTool({ name: "get_credits", arguments: {} });
    t.truthy(structuredContent);
    await client.close();
    const [grant] = (await ann.session.get("/v1/oauth/grants")).body.grants;
    t.is(grant.clientId, origin.url);
    t.is(grant.clientName, "Pottery by document", "as the person saw it when they allowed it");
    t.true(grant.redirectUris.length > 0);
    t.is(origin.fetched(), 1, "and the document is cached");
  },
);

test.serial(
  "a document whose address has 2,000 characters connects an agent for good (rules/identity 56)",
  async (t) => {
    const origin = await appSite({}, `/${"a".repeat(1975)}`);
    t.teardown(origin.stop);
    t.true(origin.url.length > 1990);
    const bob = await signUp(kiln.url);
    const at = { url: kiln.url, host: { baseUrl: site.env["BASE_URL"] ?? "" } };
    const app = await connectApp(at, bob, "", origin.url);
    t.is(await app.opens(), 200);
    const tokens = app.kept.tokens as { access_token: string; token_type: string };
    app.kept.tokens = { ...tokens, access_token: "over" };
    await (await app.connect()).close();
    t.not(app.kept.tokens.access_token, "over", "the tokens were refreshed");
    const [grant] = (await bob.session.get("/v1/oauth/grants")).body.grants;
    t.is(grant.clientId, origin.url);
    t.is(grant.clientName, "Pottery by document");
    t.is((await bob.session.delete(`/v1/oauth/grants/${grant.id}`)).status, 200);
    t.is(await app.opens(), 401);
  },
);

test.serial("a document that is not what its address says opens nothing (rules/identity 48)", async (t) => {
  for (const change of [
    { client_id: "https://localhost/other.json" },
    { token_endpoint_auth_method: "client_secret_post" },
    { client_secret: "x" },
    { redirect_uris: ["http://evil.example/cb"] },
    { client_name: "Kiln" },
  ]) {
    const origin = await appSite(change);
    const query = new URLSearchParams({
      client_id: origin.url,
      response_type: "code",
      redirect_uri: "http://localhost:7777/callback",
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
    });
    const answer = await fetch(`${kiln.url}/oauth/authorize?${query.toString()}`, { redirect: "manual" });
    t.is(answer.headers.get("location"), null, JSON.stringify(change));
    t.true(answer.status >= 400 && answer.status < 500, JSON.stringify(change));
    t.true(origin.fetched() > 0);
    origin.stop();
  }
});

test.serial(
  "a handle is good on a process that was started anew, and so is the work behind it (rules/mcp 21)",
  async (t) => {
    const ask = async (method: string, params: Record<string, unknown>) =>
      JSON.parse((await stateless(kiln.url, ann.key, method, params, TASKS)).body.toString());
    const started = async (prompt: string) => {
      const { result } = await ask("tools/call", {
        name: "generate",
        arguments: {
          model: "mock-image",
          params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
        },
      });
      t.like(result, { resultType: "task", status: "working" });
      return result.taskId as string;
    };
    const [short, long] = [await started("[slow=3] a hare"), await started("[slow=600] a tortoise")];
    await doomed.end();
    kiln = await site.startHere();
    const { result: going } = await ask("tasks/get", { taskId: long });
    t.like(going, { resultType: "complete", status: "working", taskId: long });
    const done = await until(async () => {
      const { result } = await ask("tasks/get", { taskId: short });
      return result.status !== "working" && result;
    });
    t.is(done.status, "completed");
    t.is(done.result.structuredContent.job.status, "succeeded");
    t.is((await ask("tasks/cancel", { taskId: long })).result.resultType, "complete");
    t.is((await ask("tasks/get", { taskId: long })).result.status, "cancelled");
  },
);
