import { readFile } from "node:fs/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { rawRequest } from "../../helpers/raw-request.js";
import { makeDataDir, spawnServer } from "../../helpers/spawn-server.js";

const MB = 2 ** 20;
const SIZE = 200 * MB;
const SAMPLE_MS = 50;

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

test("an upload of 200 MB raises the server's memory by less than 100 MB (rules/storage 32)", async (t) => {
  const { dataDir, remove } = await makeDataDir();
  const kiln = await spawnServer(dataDir);
  t.teardown(() => kiln.stop().then(remove));
  const person = await signUp(kiln.url);
  await uploadZeros(person);
  const pid = kiln.child.pid ?? 0;
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
