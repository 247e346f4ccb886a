import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/package-root.js";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { until } from "../../helpers/until.js";

const MB = 2 ** 20;
const SIZE = 200 * MB;
const SAMPLE_MS = 50;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

const zeros = function* (bytes: number) {
  const piece = Buffer.alloc(256 * 1024);
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
};

async function uploadZeros(person: Person): Promise<void> {
  const contentType = "video/mp4";
  const ticket = await person.api.post("/v1/uploads/ticket", { contentType, sizeBytes: SIZE });
  const { storageId, uploadUrl } = ticket.body as { storageId: string; uploadUrl: string };
  const headers = { "content-type": contentType, "content-length": String(SIZE) };
  const { status } = await rawRequest(uploadUrl, { method: "PUT", headers, pieces: zeros(SIZE) });
  if (status !== 200) throw new Error(`PUT gave ${status}`);
  const commit = await person.api.post(`/v1/uploads/${storageId}/commit`);
  if (commit.body.sizeBytes !== SIZE) throw new Error(`commit gave ${JSON.stringify(commit.body)}`);
}

test("an upload of 200 MB raises the server's memory by less than 100 MB (decisions 7)", async (t) => {
  t.timeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  const port = await freePort();
  const server = spawn(process.execPath, [join(PACKAGE_ROOT, "dist/main.js")], {
    stdio: "ignore",
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: String(port),
      HOST: "127.0.0.1",
      BASE_URL: "",
      DATABASE_URL: "",
      DATA_DIR: dataDir,
      LOG_LEVEL: "fatal",
    },
  });
  t.teardown(async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  const base = `http://localhost:${port}`;
  await until(() =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const person = await signUp(base);
  await uploadZeros(person);
  const pid = server.pid ?? 0;
  const before = await rssOf(pid);
  let peak = before;
  const sampling = setInterval(() => void rssOf(pid).then((rss) => (peak = Math.max(peak, rss))), SAMPLE_MS);
  try {
    await uploadZeros(person);
  } finally {
    clearInterval(sampling);
  }
  t.log(`before ${Math.round(before / MB)} MB, peak ${Math.round(peak / MB)} MB`);
  t.true(peak - before < 100 * MB);
});
