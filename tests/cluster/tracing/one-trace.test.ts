import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { type Cluster, openCluster } from "../../helpers/open-cluster.js";
import { isInRings } from "../../helpers/of-rings.js";
import { openSite } from "../../helpers/open-site.js";
import { type Receiver, startReceiver } from "../../helpers/receiver.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

interface SeenSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Process that sent the span. */
  instance: string;
  attributes: Record<string, unknown>;
  links?: { traceId: string; spanId: string }[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Returns every span that has come to the collector so far. */
const spansAt = (collector: Receiver): SeenSpan[] =>
  collector.at("/v1/traces").flatMap(({ body }) =>
    body.resourceSpans.flatMap(
      (of: {
        resource: { attributes: Attribute[] };
        scopeSpans: { spans: Omit<SeenSpan, "instance">[] }[];
      }) =>
        of.scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...span,
            instance: String(valuesOf(of.resource.attributes)["service.instance.id"]),
            attributes: valuesOf(span.attributes as unknown as Attribute[]),
          })),
        ),
    ),
  );

let collector: Receiver;
let cluster: Cluster;
let gateway: KilnProcess;
test.before(async () => {
  collector = await startReceiver();
  cluster = await openCluster({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "kiln-test",
    TRUST_PROXY: "127.0.0.1",
  });
  [gateway] = await Promise.all([cluster.gateway(), cluster.areas(), cluster.worker()]);
});
test.after.always(async () => {
  await cluster?.close();
  await collector?.stop();
});
/** Instance that the gateway's process says it is. */
let edgeInstance = "";

test.serial(
  "OTEL_EXPORTER_OTLP_ENDPOINT: a generation is one trace from REST over NATS to its worker, provider and database (rules/running 30)",
  async (t) => {
    const { api } = await signUp(cluster.url);
    await waitUntil(async () => (await api.get("/v1/models")).body.total > 0);
    const prompt = "a secret prompt";
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const made = await api
      .with({ ...api.headers, traceparent: `00-${traceId}-b7ad6b7169203331-01` })
      .post("/v1/generations", mockRequest(prompt));
    await waitForJob(api, made.body.job.id);

    const trace = () => spansAt(collector).filter((span) => span.traceId === traceId);
    const named = (name: string | RegExp) =>
      trace().find((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
    await waitUntil(() => named("mock submit") !== undefined && named("POST /v1/generations") !== undefined, {
      what: () =>
        trace()
          .map(({ name }) => name)
          .join(),
    });
    const edge = named("POST /v1/generations");
    t.is(edge?.parentSpanId, "b7ad6b7169203331");
    t.is(edge?.attributes["http.response.status_code"], 200);
    edgeInstance = edge?.instance ?? "";
    const call = named("call generation.create");
    const action = named("generation.create");
    t.is(call?.parentSpanId, edge?.spanId);
    t.is(action?.parentSpanId, call?.spanId);
    t.is(call?.instance, edge?.instance);
    t.not(action?.instance, edge?.instance);
    const insert = named(/^INSERT generation_jobs$/);
    t.is(insert?.instance, action?.instance);
    const task = named(/^task generation\./);
    const submit = named("mock submit");
    t.truthy(task);
    t.is(submit?.instance, task?.instance);
    t.is(new Set([edge, action, submit].map((span) => span?.instance)).size, 3);
    t.is(submit?.attributes["kiln.job"], made.body.job.id);
    t.false(JSON.stringify(collector.received).includes(prompt));
  },
);

test.serial(
  "a caller whom TRUST_PROXY does not name begins a trace of its own, with a link to the caller's span (rules/running 42)",
  async (t) => {
    const traceId = "00000000000000000000000000000001";
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const asked = request(`${gateway.url}/v1/models`, { localAddress: "127.0.0.2", headers }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    const linked = () => spansAt(collector).find(({ links = [] }) => links.length > 0);
    await waitUntil(() => linked() !== undefined);
    t.is(linked()?.name, "GET /v1/models");
    t.like(linked()?.links?.[0], { traceId, spanId: "b7ad6b7169203331" });
    t.not(linked()?.traceId, traceId);
    t.falsy(linked()?.parentSpanId);
    t.false(spansAt(collector).some((span) => span.traceId === traceId));
  },
);

test.serial(
  "what /metrics has goes to the collector as well, under the same names, also at the end of a process (rules/running 30)",
  async (t) => {
    const asked = 7;
    for (let n = 0; n < asked; n++) await (await fetch(`${gateway.url}/v1/health`)).text();
    const before = collector.at("/v1/metrics").length;
    t.deepEqual(await gateway.stop(), { code: 0, signal: null });
    // The other processes send theirs as well.
    const sent = collector
      .at("/v1/metrics")
      .slice(before)
      .flatMap(({ body }) => body.resourceMetrics)
      .filter(({ resource }) => valuesOf(resource.attributes)["service.instance.id"] === edgeInstance);
    t.true(sent.length > 0);
    const { resource, scopeMetrics } = sent.at(-1);
    t.is(valuesOf(resource.attributes)["service.name"], "kiln-test");
    const metrics = new Map<string, Record<string, { dataPoints: Point[] }>>(
      scopeMetrics.flatMap((scope: { metrics: { name: string }[] }) =>
        scope.metrics.map((metric) => [metric.name, metric]),
      ),
    );
    t.true(Number(metrics.get("process_resident_memory_bytes")?.gauge?.dataPoints[0]?.asDouble) > 1e7);
    t.true((metrics.get("process_cpu_seconds_total")?.sum?.dataPoints.length ?? 0) > 0);
    const health = metrics
      .get("kiln_http_request_seconds")
      ?.histogram?.dataPoints.find(({ attributes }) => valuesOf(attributes).route === "/v1/health");
    t.is(Number(health?.count), asked);
    t.is(
      health?.bucketCounts?.reduce((sum: number, count) => sum + Number(count), 0),
      asked,
    );
    t.is(health?.bucketCounts?.length, (health?.explicitBounds?.length ?? 0) + 1);
  },
);

interface Point {
  attributes: Attribute[];
  asDouble?: number;
  count?: number | string;
  bucketCounts?: (number | string)[];
  explicitBounds?: number[];
}

/** Module that prints which modules of the SDK a process loads. */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) {
    if (/opentelemetry.(sdk|exporter|otlp)/.test(url)) process.stdout.write("loaded " + url + "\\n");
    return next(url, context);
  } });`)}`;

// The rings leave this one out, for its two starts: no money, crash or answer depends on what is loaded.
if (!isInRings())
  test.serial(
    "without a collector nothing of OpenTelemetry's SDK is loaded, and with one that is away all works (rules/running 30)",
    async (t) => {
      const site = await openSite({ NODE_OPTIONS: `--import=${TELL}` });
      t.teardown(() => site.close());
      const off = await site.start();
      await signUp(off.url);
      await off.stop();
      t.notRegex(off.output, /^loaded /m);
      const on = await site.start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
      t.regex(on.output, /^loaded /m);
      const { api } = await signUp(on.url);
      const made = await api.post("/v1/generations", mockRequest());
      t.is((await waitForJob(api, made.body.job.id)).status, "succeeded");
      t.deepEqual(await on.stop(), { code: 0, signal: null });
    },
  );
