import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Answer, Client, type Person, signUp } from "../../helpers/client.js";
import { transferProcessOf, type RunningProcess } from "../../helpers/process-tree.js";
import { type Origin, serveOrigin } from "../../helpers/serve-origin.js";
import { makeDataDir, type SpawnedServer, spawnServer } from "../../helpers/spawn-server.js";
import { until } from "../../helpers/until.js";

/** Serves an address that sends half of a file and holds the rest back. */
async function serveHeld(): Promise<Origin & { held: (() => void)[] }> {
  const held: (() => void)[] = [];
  const origin = await serveOrigin((req, res) => {
    res.writeHead(200, { "content-type": "audio/mpeg" }).write(Buffer.alloc(500_000));
    const end = () => res.end(Buffer.alloc(500_000));
    return req.url?.startsWith("/held") ? held.push(end) : end();
  });
  return { ...origin, held };
}

interface Stage {
  kiln: SpawnedServer;
  origin: Awaited<ReturnType<typeof serveHeld>>;
  ann: Person;
  imports(name: string): Promise<Answer>;
  transferProcess(): Promise<RunningProcess>;
}

async function open(t: ExecutionContext): Promise<Stage> {
  const { dataDir, remove } = await makeDataDir();
  const kiln = await spawnServer(dataDir, { ALLOW_PRIVATE_NETWORK: "1" });
  const origin = await serveHeld();
  t.teardown(async () => {
    kiln.child.kill("SIGKILL");
    await kiln.ended;
    await origin.stop();
    await remove();
  });
  const ann = await signUp(kiln.url);
  return {
    kiln,
    origin,
    ann,
    imports: (name) => ann.api.post("/v1/uploads/import", { url: `${origin.url}/${name}.mp3` }),
    transferProcess: () => until(() => transferProcessOf(kiln.child.pid ?? 0)),
  };
}

const isGone = (pid: number) =>
  until(async () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });

test("a transfer process that dies fails its imports with 503 and leaves nothing, the next import has another one (rules/running 15)", async (t) => {
  const { origin, ann, imports, transferProcess } = await open(t);
  const lost = imports("held");
  await until(async () => origin.held.length === 1);
  const { pid } = await transferProcess();
  process.kill(pid, "SIGKILL");
  const { status, body, headers } = await lost;
  t.is(status, 503);
  t.is(body.error.code, "unavailable");
  t.truthy(headers.get("retry-after"));
  t.like((await ann.api.get("/v1/storage/usage")).body, { total: 0, totalBytes: 0 });
  t.is((await imports("a")).status, 200);
  t.not((await transferProcess()).pid, pid);
});

test("a transfer process ends with its server, however that dies (rules/running 15)", async (t) => {
  const { kiln, origin, imports, transferProcess } = await open(t);
  const lost = imports("held").catch(() => "lost");
  await until(async () => origin.held.length === 1);
  const { pid } = await transferProcess();
  kiln.child.kill("SIGKILL");
  t.is(await lost, "lost");
  await isGone(pid);
  await until(async () => origin.open() === 0);
  t.pass();
});

test("a stop waits for an import in hand, also when the whole group is told to stop (rules/running 14)", async (t) => {
  const { kiln, origin, imports, transferProcess } = await open(t);
  const work = imports("held");
  await until(async () => origin.held.length === 1);
  const { pid } = await transferProcess();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(pid, signal);
  const stopped = kiln.stop();
  // The server accepts no new connection, and still answers the one that it has.
  await until(() =>
    new Client(kiln.url).get("/livez").then(
      () => false,
      () => true,
    ),
  );
  for (const end of origin.held) end();
  const { status, body } = await work;
  t.is(status, 200);
  t.is(body.sizeBytes, 1_000_000);
  await stopped;
  t.is(kiln.child.exitCode, 0);
  await isGone(pid);
});

test("imports go to a store of PLUGINS_DIR too, which may keep things in the server's process", async (t) => {
  const origin = await serveHeld();
  t.teardown(() => origin.stop());
  const { dataDir, remove } = await makeDataDir();
  const plugins = join(dataDir, "plugins.d");
  await mkdir(plugins);
  await writeFile(join(plugins, "memory.mjs"), MEMORY_STORE);
  const other = await spawnServer(dataDir, { ALLOW_PRIVATE_NETWORK: "1", STORAGE_URL: "memory:" });
  t.teardown(() => other.stop().then(remove));
  const person = await signUp(other.url);
  const { status, body } = await person.api.post("/v1/uploads/import", { url: `${origin.url}/a.mp3` });
  t.is(status, 200);
  t.is(body.sizeBytes, 1_000_000);
  const { publicUrl } = (await person.api.post(`/v1/storage/${body.storageId}/publish`)).body;
  t.is((await (await fetch(publicUrl)).arrayBuffer()).byteLength, 1_000_000);
  t.is(await transferProcessOf(other.child.pid ?? 0), null);
});

const MEMORY_STORE = `import { Readable } from "node:stream";
const files = new Map();
const stat = async (key) => (files.has(key) ? { sizeBytes: files.get(key).length, etag: '"1"' } : null);
const driver = {
  async write(key, body) {
    const chunks = [];
    for await (const chunk of body) chunks.push(chunk);
    files.set(key, Buffer.concat(chunks));
    return stat(key);
  },
  async read(key, range) {
    const bytes = files.get(key);
    return bytes ? Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]) : null;
  },
  stat,
  async delete(key) { files.delete(key); },
  async signPut(key) { return { url: "http://localhost/put/" + key }; },
  async signGet(key) { return "http://localhost/get/" + key; },
};
export default (kit) => kit.definePlugin({ name: "storage-memory", version: "1.0.0", provides: { storageDriver: {
  scheme: "memory", async open() { return { driver }; } } } });
`;
