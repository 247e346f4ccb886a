import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { unreadFiles } from "../../../runtime/http/unread-answers.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitUntil } from "../../helpers/wait-until.js";

const MB = 2 ** 20;
const PIECE = MB;
const bytes = randomBytes(24 * MB);
let kiln: Kiln;
let ann: Person;
/** The address of a published file, and a signed one of the same file. */
let addresses: URL[];

test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  const id = await upload(ann.api, "video/mp4", bytes);
  const { publicUrl } = (await ann.api.post(`/v1/storage/${id}/publish`)).body;
  const { url } = (await ann.api.get(`/v1/storage/${id}`)).body.object;
  addresses = [new URL(publicUrl), new URL(url)];
});
const { patienceMs } = unreadFiles;
test.afterEach.always(() => Object.assign(unreadFiles, { patienceMs }));
test.after.always(() => kiln?.stop());

/** Asks for a file and reads nothing yet. */
async function ask(address: URL): Promise<Socket> {
  const { hostname, port } = new URL(kiln.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  socket.on("error", () => {});
  const head = [`GET ${address.pathname}${address.search} HTTP/1.1`, "host: kiln", "connection: close"];
  socket.write([...head, "", ""].join("\r\n"));
  return socket;
}

test.serial("a reader of a file that takes nothing is cut off (rules/edge 55)", async (t) => {
  unreadFiles.patienceMs = 300;
  for (const address of addresses) {
    const socket = await ask(address);
    await waitUntil(() => unreadFiles.bytes > 0);
    await waitUntil(() => unreadFiles.bytes === 0);
    let taken = 0;
    socket.on("data", (chunk: Buffer) => (taken += chunk.length)).resume();
    if (!socket.closed) await once(socket, "close");
    t.true(taken < bytes.length, address.pathname);
  }
});

test.serial("a reader who takes a file slowly gets it whole (rules/edge 55)", async (t) => {
  unreadFiles.patienceMs = 3000;
  const [address] = addresses;
  if (address === undefined) throw new Error("no address");
  const socket = await ask(address);
  const chunks: Buffer[] = [];
  let since = 0;
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    since += chunk.length;
    if (since < PIECE) return;
    since = 0;
    socket.pause();
    void sleep(200).then(() => socket.resume());
  });
  socket.resume();
  await once(socket, "end");
  const whole = Buffer.concat(chunks);
  t.true(whole.subarray(whole.indexOf("\r\n\r\n") + 4).equals(bytes));
  await waitUntil(() => unreadFiles.bytes === 0);
});
