import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import test from "ava";
import { StorageObject } from "../../../entities/storage-object.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type Origin, sendBytes, serveOrigin } from "../../helpers/serve-origin.js";
import { setUsage } from "../../helpers/set-usage.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

const GB = 2 ** 30;
const MB = 2 ** 20;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let kiln: Kiln;
let ann: Person;
let origin: Origin;
/** Functions that release the answers of `/hold`. */
let held: (() => void)[] = [];
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  ann = await signUp(kiln.url);
  origin = await serveOrigin((req, res) => {
    const url = new URL(req.url ?? "/", "http://origin");
    const size = Number(url.searchParams.get("size") ?? PNG.length);
    const type = url.searchParams.get("type") ?? "image/png";
    const headers = type === "none" ? {} : { "content-type": type };
    const kind = url.pathname.split("/")[1];
    if (kind === "png") return res.writeHead(200, headers).end(PNG);
    if (kind === "status") return res.writeHead(Number(url.searchParams.get("code")), headers).end("no");
    if (kind === "redirect") return res.writeHead(302, { location: url.searchParams.get("to") ?? "" }).end();
    if (kind === "declared")
      return res.writeHead(200, { ...headers, "content-length": size }).write(Buffer.alloc(1));
    if (kind === "gzip") return res.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(PNG);
    if (kind === "broken") {
      res.writeHead(200, { ...headers, "content-length": 100_000 }).write(Buffer.alloc(50_000));
      return setTimeout(() => res.destroy(), 20);
    }
    if (kind === "hold") {
      res.writeHead(200, headers).write(Buffer.alloc(1000));
      return held.push(() => res.end());
    }
    res.writeHead(200, headers);
    return sendBytes(res, size);
  });
});
test.after.always(async () => {
  await kiln?.stop();
  await origin?.stop();
});

const imports = (url: string, person = ann, filename?: string) =>
  person.api.post("/v1/uploads/import", { url, ...(filename !== undefined && { filename }) });
const usageOf = async (person: Person) =>
  (await person.api.get("/v1/storage/usage")).body as { totalBytes: number; total: number };

/** Returns whether neither rows nor bytes of an account's failed imports are left. */
async function isClean(person: Person): Promise<boolean> {
  const rows = await kiln.host.read.count(StorageObject, { ownerId: person.id });
  const temporary = await readdir(join(kiln.host.config.dataDir, "media", "tmp"));
  return rows === 0 && temporary.length === 0;
}

test.serial(
  "import gives a committed object with its size, named after the URL (Files and storage) (rules/storage 25)",
  async (t) => {
    const { status, body } = await imports(`${origin.url}/png/a%20caf%C3%A9.png?x=1`);
    t.is(status, 200);
    t.deepEqual(Object.keys(body).sort(), ["sizeBytes", "storageId", "url"]);
    t.is(body.sizeBytes, PNG.length);
    t.true(Buffer.from(await (await fetch(body.url)).arrayBuffer()).equals(PNG));
    const { object } = (await ann.api.get(`/v1/storage/${body.storageId}`)).body;
    t.like(object, {
      filename: "a caf\u00e9.png",
      contentType: "image/png",
      origin: "upload",
      sizeBytes: PNG.length,
    });
    t.truthy(object.thumbUrl);
    const named = await imports(`${origin.url}/png/?type=image/png;charset=x`, ann, "mine.png");
    const other = (await ann.api.get(`/v1/storage/${named.body.storageId}`)).body.object;
    t.like(other, { filename: "mine.png", contentType: "image/png" });
    const nameless = await imports(`${origin.url}/png/`);
    t.is((await ann.api.get(`/v1/storage/${nameless.body.storageId}`)).body.object.filename, null);
  },
);

test.serial(
  "a name that is taken from a long URL keeps its last 300 characters (Files and storage) (rules/storage 25)",
  async (t) => {
    const { status, body } = await imports(`${origin.url}/png/${"kiln".repeat(100)}.png`);
    t.is(status, 200, JSON.stringify(body));
    const { filename } = (await ann.api.get(`/v1/storage/${body.storageId}`)).body.object;
    t.is(filename, `${"kiln".repeat(74)}.png`);
    t.is(filename.length, 300);
  },
);

test.serial("redirects are followed, five at most (rules/storage 22)", async (t) => {
  const hop = (to: string, times: number): string =>
    times === 0 ? to : hop(`/redirect?to=${encodeURIComponent(to)}`, times - 1);
  t.is((await imports(`${origin.url}${hop("/png/a.png", 5)}`)).status, 200);
  const sixth = await imports(`${origin.url}${hop("/png/a.png", 6)}`);
  t.is(sixth.body.error.code, "invalid_params");
});

test.serial(
  "what is unreachable, not 2xx or no image, video or audio is invalid_params, and leaves nothing (rules/storage 24)",
  async (t) => {
    const person = await signUp(kiln.url);
    for (const url of [
      "http://127.0.0.1:1/a.png",
      `${origin.url}/status?code=404`,
      `${origin.url}/status?code=500`,
      `${origin.url}/status?code=304`,
      `${origin.url}/png/a?type=text/html`,
      `${origin.url}/png/a?type=application/octet-stream`,
      `${origin.url}/png/a?type=image`,
      `${origin.url}/png/a?type=none`,
      `${origin.url}/bytes?size=0`,
      `${origin.url}/status?code=204`,
      `${origin.url}/gzip`,
      `${origin.url}/broken`,
      "ftp://127.0.0.1/a.png",
      "not a url",
      "http://user:pw@127.0.0.1/a.png",
    ]) {
      const { status, body } = await imports(url, person);
      t.is(status, 400, `${url} ${JSON.stringify(body)}`);
      t.is(body.error.code, "invalid_params", url);
    }
    for (const body of [
      {},
      { url: 1 },
      { url: "" },
      { url: `${origin.url}/png/a.png`, filename: "a".repeat(301) },
    ])
      t.is((await person.api.post("/v1/uploads/import", body)).body.error.code, "invalid_params");
    t.true(await isClean(person));
  },
);

test.serial(
  "over 1 GB by declared length is payload_too_large, and its bytes are not read (rules/storage 24)",
  async (t) => {
    const person = await signUp(kiln.url);
    const { status, body } = await imports(`${origin.url}/declared?size=${GB + 1}&type=video/mp4`, person);
    t.is(status, 413);
    t.is(body.error.code, "payload_too_large");
    t.true(await isClean(person));
  },
);

test.serial(
  "storage_limit before the import, by declared length, while it streams and at the commit (rules/storage 13)",
  async (t) => {
    const person = await signUp(kiln.url);
    const asked = origin.seen.length;
    await setUsage(kiln.host, person.id, 5 * GB);
    t.is((await imports(`${origin.url}/png/a.png`, person)).body.error.code, "storage_limit");
    t.is(origin.seen.length, asked, "nothing was asked for");
    await setUsage(kiln.host, person.id, 5 * GB - 1000);
    t.is((await imports(`${origin.url}/declared?size=1001`, person)).body.error.code, "storage_limit");
    await setUsage(kiln.host, person.id, 5 * GB - 10 * MB);
    const streamed = await imports(`${origin.url}/bytes?size=${200 * MB}`, person);
    t.is(streamed.status, 402);
    t.is(streamed.body.error.code, "storage_limit");
    await setUsage(kiln.host, person.id, 5 * GB - 1000);
    t.is((await imports(`${origin.url}/bytes?size=1001`, person)).body.error.code, "storage_limit");
    t.is((await imports(`${origin.url}/bytes?size=1000`, person)).status, 200);
    t.is((await usageOf(person)).totalBytes, 5 * GB);
  },
);

test.serial(
  "64 parallel imports never exceed the quota, and what does not fit leaves nothing (rules/storage 13)",
  async (t) => {
    const person = await signUp(kiln.url);
    await setUsage(kiln.host, person.id, 5 * GB - 20_000);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => imports(`${origin.url}/bytes?size=1000`, person)),
    );
    const statuses = answers.map(({ status }) => status);
    t.is(statuses.filter((status) => status === 200).length, 20);
    t.is(statuses.filter((status) => status === 402).length, 44);
    const { totalBytes, total } = await usageOf(person);
    t.is(totalBytes, 5 * GB);
    t.is(total, 20);
    t.is(await kiln.host.read.count(StorageObject, { ownerId: person.id }), 20);
  },
);

test.serial(
  "imports wait in a queue: four of an account at a time, and another account need not wait for them (rules/storage 29)",
  async (t) => {
    held = [];
    const [many, one] = [await signUp(kiln.url), await signUp(kiln.url)];
    const before = origin.seen.length;
    const running = Array.from({ length: 12 }, () => imports(`${origin.url}/hold`, many));
    await until(async () => held.length === 4);
    t.is((await imports(`${origin.url}/png/a.png`, one)).status, 200);
    t.is(origin.seen.length - before, 5);
    let done = false;
    const all = Promise.all(running).then((answers) => {
      done = true;
      return answers;
    });
    await until(async () => {
      for (const end of held.splice(0)) end();
      return done;
    });
    t.true((await all).every(({ status }) => status === 200));
  },
);

test.serial(
  "an import whose key is revoked ends with 401 and leaves nothing (rules/identity 25)",
  async (t) => {
    held = [];
    const person = await signUp(kiln.url);
    const key = (await person.session.post("/v1/api-keys", { name: "b", scopes: ["media:rw"] })).body;
    const work = person.session
      .with({ authorization: `Bearer ${key.secret}` })
      .post("/v1/uploads/import", { url: `${origin.url}/hold` });
    await until(async () => held.length === 1);
    await person.session.delete(`/v1/api-keys/${key.key?.id ?? key.apiKey?.id ?? key.id}`);
    const { status, body } = await work;
    t.is(status, 401, JSON.stringify(body));
    await until(() => isClean(person));
    await until(async () => origin.open() === 0);
    t.pass();
  },
);

test.serial("an import whose client leaves ends, and leaves nothing", async (t) => {
  held = [];
  const person = await signUp(kiln.url);
  const req = request(`${kiln.url}/v1/uploads/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.key}`, "content-type": "application/json" },
  });
  req.on("error", () => {});
  req.end(JSON.stringify({ url: `${origin.url}/hold` }));
  await until(async () => held.length === 1);
  req.destroy();
  await until(async () => origin.open() === 0);
  await until(() => isClean(person));
  t.pass();
});

test.serial(
  "the checks come in their order: credential, scope, shape, suspension (rules/edge 11)",
  async (t) => {
    const person = await signUp(kiln.url);
    const anonymous = await person.session.with({}).post("/v1/uploads/import", { url: 1 });
    t.is(anonymous.status, 401);
    const key = (await person.session.post("/v1/api-keys", { name: "b", scopes: ["media:read"] })).body;
    const reader = person.session.with({ authorization: `Bearer ${key.secret}` });
    t.is((await reader.post("/v1/uploads/import", { url: 1 })).status, 403);
    await ann.session.patch(`/v1/admin/accounts/${person.id}`, { suspended: true });
    t.is((await person.api.post("/v1/uploads/import", { url: 1 })).status, 400);
    const suspended = await person.api.post("/v1/uploads/import", { url: "http://10.0.0.1:x/" });
    t.is(suspended.body.error.code, "account_suspended");
  },
);

test.serial(
  "without ALLOW_PRIVATE_NETWORK http and private addresses are invalid_params (rules/running 28; rules/storage 22)",
  async (t) => {
    const strict = await startKiln();
    t.teardown(() => strict.stop());
    const person = await signUp(strict.url);
    for (const url of [
      `${origin.url}/png/a.png`,
      origin.url.replace("http:", "https:"),
      "https://localhost:8443/a.png",
      "https://[::1]:8443/a.png",
      "https://169.254.169.254/latest",
      "https://2130706433:8443/",
    ]) {
      const { status, body } = await imports(url, person);
      t.is(status, 400, url);
      t.is(body.error.code, "invalid_params", url);
    }
  },
);

test.serial(
  "upload_asset imports like REST, its refusals are REST's sentences (Agent tool server) (rules/mcp 23)",
  async (t) => {
    const person = await signUp(kiln.url);
    const client = await connectAgent(kiln.url, person.key);
    const { json } = await callTool(client, "upload_asset", { url: `${origin.url}/png/b.png` });
    t.deepEqual(Object.keys(json), ["storageId", "url", "sizeBytes"]);
    t.is((await person.api.get(`/v1/storage/${json.storageId}`)).body.object.filename, "b.png");
    const url = `${origin.url}/status?code=404`;
    const refused = await callTool(client, "upload_asset", { url });
    t.true(refused.isError);
    t.is(refused.text, (await imports(url, person)).body.error.message);
    await setUsage(kiln.host, person.id, 5 * GB);
    const full = await callTool(client, "upload_asset", { url: `${origin.url}/png/b.png` });
    t.is(full.json.error, "storage_limit");
  },
);

test.serial("upload_asset sends progress while it waits (rules/mcp 9)", async (t) => {
  held = [];
  const person = await signUp(kiln.url);
  const client = await connectAgent(kiln.url, person.key);
  const seen: (string | undefined)[] = [];
  const work = callTool(
    client,
    "upload_asset",
    { url: `${origin.url}/hold` },
    {
      onprogress: ({ message }) => seen.push(message),
    },
  );
  await until(async () => seen.length > 0);
  for (const end of held.splice(0)) end();
  t.false((await work).isError);
  t.is(seen[0], "fetching the file");
});
