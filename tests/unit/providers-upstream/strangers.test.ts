import test, { type ExecutionContext } from "ava";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { UpstreamClient } from "../../../plugins/kit/upstream/upstream-client.js";
import { ANY_NETWORK, PUBLIC_NETWORK } from "../../../runtime/http/guarded-fetch/index.js";
import { fetchResult, ResultRefused } from "../../../services/generation/fetch-result.js";
import { signal } from "../../helpers/upstream-cases.js";
import {
  type Answer,
  type Seen,
  serveUpstream,
  type Upstream,
} from "../../stand-ins/upstream/serve-upstream.js";

const SECRET = "a-secret-key";
/** Bound in MB that is far above what is read and far below what is sent. */
const MUCH_MB = 1024;

async function serve(t: ExecutionContext, answer: (seen: Seen) => Answer): Promise<Upstream> {
  const upstream = await serveUpstream(answer);
  t.teardown(() => upstream.close());
  return upstream;
}

const stranger = (t: ExecutionContext): Promise<Upstream> =>
  serve(t, () => ({ json: { from: "a stranger" } }));

const clientOf = ({ url }: Upstream, allowsPrivate: boolean): UpstreamClient =>
  new UpstreamClient({
    name: "Vendor",
    baseUrl: url,
    headers: { authorization: `Bearer ${SECRET}`, "x-api-key": SECRET },
    allowsPrivate,
  });

const to = (location: string, more: Answer = {}): Answer => ({ status: 302, headers: { location }, ...more });

test("an upstream that redirects to a private address is not followed: neither in plain nor with TLS (rules/running 28)", async (t) => {
  const other = await stranger(t);
  for (const address of [other.url, other.url.replace("http:", "https:")]) {
    const upstream = await serve(t, () => to(`${address}/inside`));
    const client = clientOf(upstream, false);
    for (const ask of [() => client.json("status"), () => client.bytes("file")])
      t.like(
        await t.throwsAsync(ask, { instanceOf: ProviderError, message: /^Vendor redirected a request: / }),
        {
          failure: "unknown",
        },
      );
    t.is(upstream.seen.length, 2);
  }
  t.deepEqual(other.seen, []);
});

test("where private networks are open an upstream's redirect is followed, without the key (rules/models 40)", async (t) => {
  const other = await stranger(t);
  const upstream = await serve(t, () => to(`${other.url}/moved`));
  t.deepEqual(await clientOf(upstream, true).json("status"), { from: "a stranger" });
  t.is(upstream.seen[0]?.headers["x-api-key"], SECRET);
  t.is(other.seen.length, 1);
  t.false(JSON.stringify(other.seen[0]?.headers).includes(SECRET));
});

test("a redirect on the upstream's own host keeps the key (rules/models 40)", async (t) => {
  const upstream = await serve(t, ({ path }) => (path === "/old" ? to("/new") : { json: { path } }));
  t.deepEqual(await clientOf(upstream, false).json("old"), { path: "/new" });
  t.deepEqual(
    upstream.seen.map(({ headers }) => headers["x-api-key"]),
    [SECRET, SECRET],
  );
});

test("an order that is redirected is sent nowhere else, and no second time (rules/models 27)", async (t) => {
  const other = await stranger(t);
  for (const location of [`${other.url}/orders`, "/orders"]) {
    const upstream = await serve(t, () => to(location, { status: 307 }));
    await t.throwsAsync(() => clientOf(upstream, true).json("order", { json: { prompt: "x" } }), {
      message: "Vendor redirected a request.",
    });
    t.is(upstream.seen.length, 1);
  }
  t.deepEqual(other.seen, []);
});

test("a request that changes something is not sent on by a redirect, with a body or without (rules/models 27 and 40)", async (t) => {
  const other = await stranger(t);
  for (const location of [`${other.url}/jobs`, "/jobs"])
    for (const method of ["DELETE", "POST"] as const) {
      const upstream = await serve(t, () => to(location, { status: 307 }));
      await t.throwsAsync(() => clientOf(upstream, true).tell("job", { method }), {
        message: "Vendor redirected a request.",
      });
      t.is(upstream.seen.length, 1);
    }
  t.deepEqual(other.seen, []);
});

test("the address of a result that redirects to another host goes through the network guard, without a key (rules/models 40; rules/running 28)", async (t) => {
  const other = await stranger(t);
  for (const address of [other.url, other.url.replace("http:", "https:")]) {
    const upstream = await serve(t, () => to(`${address}/inside`));
    const result = new URL(`${upstream.url}/result.png`);
    await t.throwsAsync(() => fetchResult(result, { policy: PUBLIC_NETWORK, own: [result.origin] }, signal), {
      instanceOf: ResultRefused,
      message: /^its address cannot be read: /,
    });
    t.is(upstream.seen.length, 1);
  }
  t.deepEqual(other.seen, []);
  const upstream = await serve(t, () => to(`${other.url}/moved`));
  const body = await fetchResult(
    new URL(`${upstream.url}/result.png`),
    { policy: ANY_NETWORK, own: [] },
    signal,
  );
  t.deepEqual(JSON.parse(Buffer.concat(await body.toArray()).toString()), { from: "a stranger" });
  t.is(other.seen.length, 1);
  t.is(other.seen[0]?.headers.authorization, undefined);
});

test("the first address of a result goes through the network guard too, but for origins that the operator named (rules/running 28)", async (t) => {
  const inside = await stranger(t);
  for (const address of [inside.url, inside.url.replace("http:", "https:")])
    await t.throwsAsync(
      () =>
        fetchResult(
          new URL(`${address}/result.png`),
          { policy: PUBLIC_NETWORK, own: ["https://api.example.com"] },
          signal,
        ),
      { instanceOf: ResultRefused, message: /^its address cannot be read: / },
    );
  t.deepEqual(inside.seen, []);
  for (const reach of [
    { policy: PUBLIC_NETWORK, own: [inside.url] },
    { policy: ANY_NETWORK, own: [] },
  ]) {
    const body = await fetchResult(new URL(`${inside.url}/result.png`), reach, signal);
    t.deepEqual(JSON.parse(Buffer.concat(await body.toArray()).toString()), { from: "a stranger" });
  }
  t.is(inside.seen.length, 2);
});

test("JSON of 10 GB is cut off after 64 MB with an error (rules/models 40)", async (t) => {
  const upstream = await serve(t, () => ({ isEndless: true }));
  const error = await t.throwsAsync(() => clientOf(upstream, false).json("status"), {
    instanceOf: ProviderError,
    message: `Vendor answered with more than ${64 * 2 ** 20} bytes.`,
  });
  t.like(error, { failure: "unknown", retryable: false });
  t.true(upstream.poured >= 64 && upstream.poured < MUCH_MB, `${upstream.poured} MB`);
});

test("a refusal of 10 GB has the class of its status, and is not read to its end (rules/models 40)", async (t) => {
  const upstream = await serve(t, () => ({ status: 503, isEndless: true }));
  const error = await t.throwsAsync(() => clientOf(upstream, false).json("status"));
  t.like(error, { failure: "provider_unavailable", retryable: true });
  t.true(upstream.poured < MUCH_MB, `${upstream.poured} MB`);
});

test("a redirect with a body of 10 GB is followed without reading it (rules/models 40)", async (t) => {
  const upstream = await serve(t, ({ path }) =>
    path === "/old" ? to("/new", { isEndless: true }) : { json: { path } },
  );
  t.deepEqual(await clientOf(upstream, false).json("old"), { path: "/new" });
  t.true(upstream.poured < MUCH_MB, `${upstream.poured} MB`);
});

test("an acknowledgement of 10 GB is not read to its end (rules/models 40)", async (t) => {
  const upstream = await serve(t, () => ({ isEndless: true }));
  await clientOf(upstream, false).tell("cancel", { method: "PUT" });
  t.true(upstream.poured < MUCH_MB, `${upstream.poured} MB`);
});
