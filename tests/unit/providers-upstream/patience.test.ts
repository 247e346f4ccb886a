import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import test from "ava";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { putStream } from "../../../plugins/kit/upstream/put-stream.js";
import { UpstreamClient } from "../../../plugins/kit/upstream/upstream-client.js";
import { signal } from "../../helpers/upstream-cases.js";
import { serveUpstream } from "../../stand-ins/upstream/serve-upstream.js";

/** The limit of calls in this process while a test runs, instead of 300 s. */
const LIMIT_MS = 50;

/**
 * Serves an upstream that works until `finish` is called. Before that it answers `/body` with the beginning of its body, and
 * all else with nothing.
 */
async function serveSlow() {
  const done = Promise.withResolvers<void>();
  const begun: string[] = [];
  const all = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === "/body") response.write('{"slow":');
    begun.push(request.url ?? "");
    if (begun.length === 3) all.resolve();
    void done.promise.then(() => response.end(request.url === "/body" ? "true}" : '{"slow":true}'));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begun: all.promise,
    finish: done.resolve,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.serial(
  "an upstream may work for longer than calls of the process otherwise last (rules/models 53)",
  async (t) => {
    const usual = getGlobalDispatcher();
    const impatient = new Agent({ headersTimeout: LIMIT_MS, bodyTimeout: LIMIT_MS });
    setGlobalDispatcher(impatient);
    const upstream = await serveSlow();
    t.teardown(async () => {
      setGlobalDispatcher(usual);
      await impatient.destroy();
      await upstream.close();
    });
    const client = new UpstreamClient({ name: "Vendor", baseUrl: upstream.url, headers: {} });
    const object = {
      storageId: "a",
      contentType: "image/png",
      sizeBytes: 3,
      stream: async () => Readable.from([Buffer.from("abc")]),
      bytes: () => Promise.reject(new Error("It was read as a whole.")),
      url: async () => "",
    };
    const calls = Promise.all([
      client.json("head", { json: {}, signal }),
      client.json("body", { signal }),
      putStream(`${upstream.url}/put`, object, { signal, allowsPrivate: true }),
    ]);
    calls.catch(() => {});
    await upstream.begun;
    // A call that began later is given up, so the others have outlived the limit.
    await t.throwsAsync(() => fetch(`${upstream.url}/later`), { instanceOf: TypeError });
    upstream.finish();
    const [head, body, put] = await calls;
    t.deepEqual([head, body, put.status], [{ slow: true }, { slow: true }, 200]);
  },
);

test.serial("a call ends with its signal, however long its upstream works (rules/models 53)", async (t) => {
  const upstream = await serveUpstream(() => ({ json: { a: 1 }, halts: true }));
  t.teardown(() => upstream.close());
  const client = new UpstreamClient({ name: "Vendor", baseUrl: upstream.url, headers: {} });
  const given = { signal: AbortSignal.timeout(LIMIT_MS) };
  t.like(await t.throwsAsync(() => client.json("stuck", given)), { failure: "timeout" });
});
