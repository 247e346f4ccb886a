import { lookup } from "node:dns/promises";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import {
  ANY_NETWORK,
  checkDestination,
  GuardedFetchError,
  guardedFetch,
  nameResolver,
  PUBLIC_NETWORK,
} from "../../../runtime/http/guarded-fetch/index.js";
import { type NameServer, startNameServer, type Zone } from "../../helpers/name-server.js";
import { waitUntil } from "../../helpers/wait-until.js";

const NEVER = new AbortController().signal;
const PUBLIC = "2001:4860:0:0:0:0:0:8888";

const ZONE: Zone = {
  "both.example": { addresses: ["93.184.215.14", PUBLIC] },
  "one.example": { addresses: ["93.184.215.14"] },
  "alias.example": { addresses: ["93.184.215.14"], alias: "there.example" },
  "bait.example": { addresses: ["93.184.215.14", "0:0:0:0:0:0:0:1"] },
  "here.example": { addresses: ["127.0.0.1"] },
  "none.example": { addresses: [] },
};

async function serveNames(t: ExecutionContext): Promise<NameServer> {
  const server = await startNameServer(ZONE);
  t.teardown(() => server.close());
  return server;
}

test("name servers are asked for both families, and give the addresses of aliases (rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const resolve = nameResolver({ servers: [address] });
  t.deepEqual(await resolve("both.example", NEVER), ["93.184.215.14", "2001:4860::8888"]);
  t.deepEqual([...asked].sort(), ["both.example A", "both.example AAAA"]);
  t.deepEqual(await resolve("one.example", NEVER), ["93.184.215.14"]);
  t.deepEqual(await resolve("alias.example", NEVER), ["93.184.215.14"]);
  for (const name of ["unknown.example", "none.example"])
    await t.throwsAsync(
      checkDestination(`https://${name}/`, PUBLIC_NETWORK, resolve),
      { instanceOf: GuardedFetchError, message: /was not found/ },
      name,
    );
});

test("where a name server cannot answer, the next one is asked (rules/edge 56)", async (t) => {
  const sick = await startNameServer({}, { isSick: true });
  t.teardown(() => sick.close());
  const { address } = await serveNames(t);
  const resolve = nameResolver({ servers: [sick.address, address] });
  t.deepEqual(await resolve("one.example", NEVER), ["93.184.215.14"]);
  t.true(sick.asked.length > 0);
  await t.throwsAsync(nameResolver({ servers: [sick.address] })("one.example", NEVER), { code: "ESERVFAIL" });
});

test("addresses of name servers are checked, and the connection goes to them (rules/running 28; rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const resolve = nameResolver({ servers: [address] });
  for (const name of ["bait.example", "here.example"])
    await t.throwsAsync(
      checkDestination(`https://${name}/`, PUBLIC_NETWORK, resolve),
      { instanceOf: GuardedFetchError, message: /must be on the public internet/ },
      name,
    );
  const server = createServer((req, res) => res.end(req.headers.host)).listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await new Promise((resolved) => server.once("listening", resolved));
  const url = `http://here.example:${(server.address() as AddressInfo).port}/`;
  asked.length = 0;
  const answer = await guardedFetch(url, { policy: ANY_NETWORK, signal: NEVER, resolve });
  t.is(`http://${await text(answer.body)}/`, url);
  t.is(asked.length, 2, "nobody asked again");
});

test("50 look-ups at a silent name server keep nobody else waiting, and no thread (rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const resolve = nameResolver({ servers: [address], deadlineMs: 2 ** 30 });
  const given = new AbortController();
  let ended = 0;
  const silent = Array.from({ length: 50 }, (_, index) =>
    onBehalfOf("mallory", () => resolve(`silent${index}.example`, given.signal)).finally(() => (ended += 1)),
  );
  await waitUntil(() => asked.length > 0);
  t.deepEqual(await onBehalfOf("alice", () => resolve("one.example", NEVER)), ["93.184.215.14"]);
  t.deepEqual(await resolve("one.example", NEVER), ["93.184.215.14"]);
  const anonymous = (site: string) => onBehalfOf(undefined, () => resolve("both.example", NEVER), site);
  t.is((await anonymous("192.0.2.1")).length, 2);
  t.truthy((await lookup("localhost")).address);
  t.true((await readFile(import.meta.filename, "utf8")).length > 0);
  const names = new Set(asked.map((question) => question.replace(/ .*/, "")));
  const inHand = [...names].filter((name) => name.startsWith("silent"));
  t.is(ended, 0);
  t.is(inHand.length, 29, "an owner has less than an eighth of the free turns");
  given.abort(new Error("not wanted any more"));
  t.true((await Promise.allSettled(silent)).every(({ status }) => status === "rejected"));
});

test("a look-up ends at its deadline and leaves its turn to the next one (rules/edge 56)", async (t) => {
  const { address } = await serveNames(t);
  const resolve = nameResolver({ servers: [address], deadlineMs: 20 });
  const silent = Array.from({ length: 60 }, (_, index) => resolve(`silent${index}.example`, NEVER));
  const ends = await Promise.allSettled([...silent, resolve("one.example", NEVER)]);
  const reasons = ends.flatMap((end) =>
    end.status === "rejected" ? [(end.reason as { code: string }).code] : [],
  );
  t.deepEqual(reasons, Array(60).fill("ECANCELLED"));
  t.is(ends.at(-1)?.status, "fulfilled");
});

test("a guarded request that is given up gives up its look-up (rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const resolve = nameResolver({ servers: [address], deadlineMs: 2 ** 30 });
  const looks: Promise<readonly string[]>[] = [];
  const noted = (hostname: string, signal: AbortSignal) => {
    const look = resolve(hostname, signal);
    looks.push(look);
    return look;
  };
  const given = new AbortController();
  const request = { policy: PUBLIC_NETWORK, signal: given.signal, resolve: noted };
  const work = guardedFetch("https://silent.example/", request);
  await waitUntil(() => asked.length > 0);
  given.abort(new Error("not wanted any more"));
  await t.throwsAsync(work, { message: "not wanted any more" });
  t.is(looks.length, 1);
  for (const look of looks) await t.throwsAsync(look, { code: "ECANCELLED" });
});

test("what the hosts file names is asked nobody, and the file is read again when it changes (rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const folder = await mkdtemp(join(tmpdir(), "kiln-hosts-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const hostsFile = join(folder, "hosts");
  await writeFile(
    hostsFile,
    "# names\n10.0.0.7\tStore store.example # ours\n::1 store.example\nnonsense x.example\n",
  );
  const resolve = nameResolver({ servers: [address], hostsFile });
  t.deepEqual(await resolve("store.example", NEVER), ["10.0.0.7", "::1"]);
  t.deepEqual(await resolve("store", NEVER), ["10.0.0.7"]);
  await writeFile(hostsFile, "10.0.0.77 store.example\n");
  t.deepEqual(await resolve("store.example", NEVER), ["10.0.0.77"]);
  t.deepEqual(asked, []);
  t.deepEqual(await resolve("one.example", NEVER), ["93.184.215.14"]);
});

test("names of the own network are left to the operating system (rules/edge 56)", async (t) => {
  const { address, asked } = await serveNames(t);
  const resolve = nameResolver({ servers: [address], hostsFile: "/nonexistent" });
  const expected = (await lookup("localhost", { all: true })).map((each) => each.address);
  t.deepEqual([...(await resolve("localhost", NEVER))].sort(), expected.sort());
  t.deepEqual(asked, []);
});
