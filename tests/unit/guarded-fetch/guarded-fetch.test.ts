import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";
import {
  ANY_NETWORK,
  GuardedFetchError,
  guardedFetch,
  type NetworkPolicy,
  PUBLIC_NETWORK,
} from "../../../runtime/http/guarded-fetch/index.js";

const NEVER = new AbortController().signal;

/**
 * Policy with the product's rules on the network of the test: it allows plain http, and one loopback address counts as public.
 */
const PUBLIC_IS_127_0_0_2: NetworkPolicy = {
  ...PUBLIC_NETWORK,
  protocols: ["https:", "http:"],
  allowsAddress: (address) => address === "127.0.0.2",
};

interface Served {
  port: number;
  /** Each request as `<address that was connected to> <host header> <path>`. */
  seen: string[];
}

async function serve(
  t: ExecutionContext,
  listener: RequestListener = (_req, res) => res.end("here"),
): Promise<Served> {
  const seen: string[] = [];
  const server = createServer((req, res) => {
    seen.push(`${req.socket.localAddress} ${req.headers.host} ${req.url}`);
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

const answers = (...rounds: string[][]) => {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return rounds[Math.min(asked.length, rounds.length) - 1] ?? [];
  };
  return { asked, resolve };
};

const refusal = async (
  t: ExecutionContext,
  work: Promise<unknown>,
  reason: GuardedFetchError["reason"],
): Promise<string> => {
  const error = await t.throwsAsync(work, { instanceOf: GuardedFetchError });
  t.is(error.reason, reason);
  return error.message;
};

test("DNS that answers otherwise the second time changes nothing, the connection goes to what was checked (rules/running 28; rules/storage 22)", async (t) => {
  const { port, seen } = await serve(t);
  const { asked, resolve } = answers(["127.0.0.2"], ["127.0.0.1"]);
  const response = await guardedFetch(`http://rebind.example:${port}/a`, {
    policy: PUBLIC_IS_127_0_0_2,
    signal: NEVER,
    resolve,
  });
  t.is(await text(response.body), "here");
  t.deepEqual(asked, ["rebind.example"]);
  t.deepEqual(seen, [`127.0.0.2 rebind.example:${port} /a`]);
});

test("a redirect to the same name is looked up and checked again (rules/running 28)", async (t) => {
  const { port, seen } = await serve(t, (req, res) =>
    req.url === "/a" ? res.writeHead(302, { location: "/b" }).end() : res.end("there"),
  );
  const { asked, resolve } = answers(["127.0.0.2"], ["127.0.0.1"]);
  const request = { policy: PUBLIC_IS_127_0_0_2, signal: NEVER, resolve };
  await refusal(t, guardedFetch(`http://rebind.example:${port}/a`, request), "refused");
  t.is(asked.length, 2);
  t.is(seen.length, 1, "the second address was never connected to");
});

test("a name with good and bad addresses is refused in any order, and so is one that maps IPv4 into IPv6 (rules/running 28)", async (t) => {
  const { port, seen } = await serve(t);
  for (const addresses of [
    ["127.0.0.2", "127.0.0.1"],
    ["127.0.0.1", "127.0.0.2"],
    ["127.0.0.2", "::1"],
    ["::ffff:127.0.0.2"],
    ["not an address"],
  ]) {
    const { resolve } = answers(addresses);
    const request = { policy: PUBLIC_IS_127_0_0_2, signal: NEVER, resolve };
    await refusal(t, guardedFetch(`http://mixed.example:${port}/`, request), "refused");
  }
  t.deepEqual(seen, []);
});

test("a public name that resolves to private addresses is refused (rules/running 28)", async (t) => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "64:ff9b::7f00:1",
    "0.0.0.0",
  ]) {
    const { resolve } = answers([address]);
    const work = guardedFetch("https://innocent.example/", {
      policy: PUBLIC_NETWORK,
      signal: NEVER,
      resolve,
    });
    await refusal(t, work, "refused");
  }
});

test("redirects into private space are refused, however they are written (rules/running 28)", async (t) => {
  const hidden = await serve(t);
  const targets = [
    `http://127.0.0.1:${hidden.port}/`,
    `http://2130706433:${hidden.port}/`,
    `//127.0.0.1:${hidden.port}/`,
    `/\\127.0.0.1:${hidden.port}/`,
    `\\\\127.0.0.1:${hidden.port}/`,
    `http:\\\\127.0.0.1:${hidden.port}/`,
    `http://user@127.0.0.1:${hidden.port}/`,
    `http://[::ffff:127.0.0.1]:${hidden.port}/`,
    `http://private.example:${hidden.port}/`,
    `http://localhost:${hidden.port}/`,
    "file:///etc/passwd",
    "javascript:1",
  ];
  for (const location of targets) {
    const { port } = await serve(t, (_req, res) => res.writeHead(301, { location }).end());
    const resolve = async (name: string) => [name === "private.example" ? "127.0.0.1" : "127.0.0.2"];
    const request = { policy: PUBLIC_IS_127_0_0_2, signal: NEVER, resolve };
    await refusal(t, guardedFetch(`http://public.example:${port}/`, request), "refused");
  }
  t.deepEqual(hidden.seen, []);
});

test("five redirects are followed, the sixth is not; none when none is wanted (rules/storage 22)", async (t) => {
  const { port } = await serve(t, (req, res) => {
    const left = Number(req.url?.slice(1));
    if (left === 0) res.end("arrived");
    else res.writeHead(307, { location: `/${left - 1}` }).end();
  });
  const request = { policy: ANY_NETWORK, signal: NEVER };
  const response = await guardedFetch(`http://127.0.0.1:${port}/5`, request);
  t.is(await text(response.body), "arrived");
  t.is(response.url.pathname, "/0");
  await refusal(t, guardedFetch(`http://127.0.0.1:${port}/6`, request), "refused");
  const kept = await guardedFetch(`http://127.0.0.1:${port}/1`, { ...request, maxRedirects: 0 });
  t.is(kept.status, 307);
  kept.body.destroy();
});

test("no credentials and cookies travel, also not along a redirect, and nothing is decompressed (rules/running 28)", async (t) => {
  const sent: object[] = [];
  const { port } = await serve(t, (req, res) => {
    sent.push(req.headers);
    if (req.url === "/a") res.writeHead(302, { location: "/b", "set-cookie": "a=b" }).end();
    else res.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 0x08]));
  });
  const response = await guardedFetch(`http://127.0.0.1:${port}/a`, { policy: ANY_NETWORK, signal: NEVER });
  t.deepEqual([...(await buffer(response.body))], [0x1f, 0x8b, 0x08]);
  for (const headers of sent)
    t.deepEqual(Object.keys(headers).sort(), [
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  t.is((sent[0] as { "accept-encoding": string })["accept-encoding"], "identity");
});

test("an origin that is silent, stalls, breaks off or is not there is unreachable, an abort is thrown as it is (rules/storage 23)", async (t) => {
  const { port } = await serve(t, (req, res) => {
    if (req.url === "/silent") return;
    res.writeHead(200, { "content-length": "10" });
    res.write("12345");
    if (req.url === "/broken") setImmediate(() => res.destroy());
  });
  const base = `http://127.0.0.1:${port}`;
  const request = { policy: ANY_NETWORK, signal: NEVER };
  await refusal(t, guardedFetch(`${base}/silent`, { ...request, firstByteMs: 50 }), "unreachable");
  const hangs = { ...request, firstByteMs: 50, resolve: () => new Promise<string[]>(() => {}) };
  await refusal(t, guardedFetch("http://slow-dns.example/", hangs), "unreachable");
  await refusal(t, guardedFetch("http://127.0.0.1:1/", request), "unreachable");
  const unknown = { ...request, resolve: async () => Promise.reject(new Error("ENOTFOUND")) };
  await refusal(t, guardedFetch("http://nowhere.example/", unknown), "unreachable");
  const stalled = await guardedFetch(`${base}/stalls`, { ...request, idleMs: 50 });
  await refusal(t, text(stalled.body), "unreachable");
  const broken = await guardedFetch(`${base}/broken`, request);
  await t.throwsAsync(text(broken.body));
  const controller = new AbortController();
  const why = new Error("not wanted any more");
  const aborted = guardedFetch(`${base}/silent`, { ...request, signal: controller.signal });
  controller.abort(why);
  t.is(await aborted.catch((error: unknown) => error), why);
});

test("a webhook's POST carries its body and headers, with its length (rules/webhooks 4)", async (t) => {
  const bodies: string[] = [];
  const { port } = await serve(t, (req, res) => {
    void text(req).then((body) => {
      bodies.push(
        `${req.method} ${req.headers["content-length"]} ${String(req.headers["x-svc-event"])} ${body}`,
      );
      res.writeHead(204).end();
    });
  });
  const response = await guardedFetch(`http://127.0.0.1:${port}/hook`, {
    policy: ANY_NETWORK,
    signal: NEVER,
    method: "POST",
    headers: { "content-type": "application/json", "x-svc-event": "document.publish" },
    body: () => Buffer.from('{"a":"\u00fc"}'),
    sent: () => bodies.push("sent"),
    maxRedirects: 0,
  });
  t.is(response.status, 204);
  response.body.destroy();
  t.deepEqual(bodies, ["sent", 'POST 10 document.publish {"a":"\u00fc"}']);
});
