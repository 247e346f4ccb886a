import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Registry, collectDefaultMetrics, Histogram, Gauge } from "prom-client";
import { ServiceError } from "../../contracts/errors.js";
import type { Gauges } from "../../runtime/process/gauges.js";
import type { Host } from "../../runtime/process/host.js";
import type { Siblings } from "../../runtime/process/supervisor/siblings.js";
import { closeIdle, KEPT_BEYOND_MS, KEPT_MS } from "../../runtime/http/idle-connections.js";
import { refusedListen } from "../../runtime/http/refused-listen.js";
import { exportMetrics } from "../../runtime/process/tracing/tracer.js";
import { countTasksByQueue, type TaskCount } from "./health.repository.js";
import { watchLoopDelay } from "./loop-delay.js";
import type { RequestSeconds } from "./raw-requests.js";
import type { MetricRecord } from "../../runtime/process/tracing/interface.js";

/**
 * Opens a server of its own for `/metrics` when METRICS_PORT is set, for scrapers on other hosts; returns the
 * function that closes it. Throws ConfigError when that port is taken.
 */
export async function openMetricsPort(
  app: FastifyInstance,
  host: Pick<Host, "config">,
): Promise<() => Promise<void>> {
  const { metricsPort, metricsToken } = host.config;
  if (metricsPort === null) return async () => {};
  const kept = { keepAliveTimeout: KEPT_MS, keepAliveTimeoutBuffer: KEPT_BEYOND_MS };
  const server = createServer(kept, (request, response) => {
    const isOpen = metricsToken === null || isBearer(request.headers.authorization, metricsToken);
    if (request.url !== "/metrics" || !isOpen) return void response.writeHead(404).end();
    app.inject({ url: "/metrics", headers: { authorization: `Bearer ${metricsToken ?? ""}` } }).then(
      ({ payload, headers }) =>
        response.writeHead(200, { "content-type": String(headers["content-type"]) }).end(payload),
      () => response.writeHead(500).end(),
    );
  });
  closeIdle(server);
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(metricsPort, host.config.host, resolve),
  ).catch((error: unknown) => {
    throw refusedListen(error, "METRICS_PORT", metricsPort, host.config.host);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Mounts `/metrics`: the numbers of this process, or of all processes of this machine (PROCESSES), and those
 * of the deployment's database. Returns the histogram of requests.
 */
export function mountMetrics(app: FastifyInstance, host: Host): RequestSeconds {
  const registry = new Registry();
  if (host.siblings !== null) registry.setDefaultLabels({ process: String(host.siblings.number) });
  collectDefaultMetrics({ register: registry });
  const stopWatching = watchLoopDelay(registry);
  app.addHook("onClose", async () => stopWatching());
  const seconds: RequestSeconds = new Histogram({
    name: "kiln_http_request_seconds",
    help: "Duration of requests by route, method and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [registry],
  });
  const own = () => {
    showGauges(registry, host.gauges);
    return registry.metrics();
  };
  const deployment = countTasks(host);
  host.siblings?.onAsked(own);
  exportMetrics(async () => {
    showGauges(registry, host.gauges);
    const records = await Promise.all([registry.getMetricsAsJSON(), deployment.getMetricsAsJSON()]);
    return records.flat() as unknown as MetricRecord[];
  });
  const whole = async () =>
    mergeMetrics([
      ...(host.siblings === null ? [await own()] : await ofAll(host.siblings)),
      await deployment.metrics(),
    ]);
  app.get("/metrics", async (request, reply) => {
    if (!mayRead(request, host.config.metricsToken)) throw new ServiceError("not_found");
    return reply.header("content-type", registry.contentType).send(await whole());
  });
  return seconds;
}

/**
 * Joins the metrics of several processes into one page in Prometheus' text format: each family once, with the
 * samples of all.
 */
function mergeMetrics(pages: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const family of pages.flatMap((page) => page.split(/\n\n+/))) {
    const lines = family.split("\n").filter((line) => line !== "");
    const [first] = lines;
    if (first === undefined) continue;
    const head = lines.filter((line) => line.startsWith("#"));
    const known = families.get(first) ?? { head, samples: [] };
    known.samples.push(...lines.filter((line) => !line.startsWith("#")));
    families.set(first, known);
  }
  return [...families.values()]
    .map(({ head, samples }) => `${[...head, ...samples].join("\n")}\n`)
    .join("\n");
}

/** Returns the pages of the processes of this machine that answered, and a page with their number. */
async function ofAll(siblings: Siblings): Promise<string[]> {
  const { values, count } = await siblings.ask();
  const answered = new Registry();
  const gauge = new Gauge({
    name: "kiln_processes",
    help: "Processes of this machine: how many there should be, and how many gave their numbers for this page.",
    labelNames: ["state"],
    registers: [answered],
  });
  gauge.set({ state: "configured" }, count);
  gauge.set({ state: "answered" }, values.length);
  return [...values.map(String), await answered.metrics()];
}

/**
 * Makes the gauges of the database, which are the same in every process. They are never read from a replica:
 * a replica that is behind shows tasks as waiting that ended long ago, and alarms and autoscaling depend on
 * their age.
 */
function countTasks(host: Pick<Host, "longRead">): Registry {
  const registry = new Registry();
  let reading: Promise<TaskCount[]> | null = null;
  const rows = () =>
    (reading ??= countTasksByQueue(host.longRead)
      // The other metrics are worth the most while the database is away.
      .catch(() => [])
      .finally(() => (reading = null)));
  new Gauge({
    name: "kiln_tasks",
    help: "Durable tasks by queue and state.",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, state, count } of await rows()) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: "kiln_task_oldest_due_seconds",
    help: "For how long the oldest due task of a queue has waited for a slot.",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, state, late } of await rows())
        if (state === "ready") this.set({ queue }, Math.max(0, late) / 1000);
    },
  });
  return registry;
}

/** Registers the gauges of areas. Areas come and go, so each look makes the gauges anew. */
function showGauges(registry: Registry, gauges: Gauges): void {
  for (const { name, help, labels, read } of gauges.sources) {
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        // The other metrics are worth the most while the database is away.
        for (const each of await Promise.resolve(read()).catch(() => [])) this.set(each.labels, each.value);
      },
    });
  }
  for (const [name, histogram] of gauges.histograms)
    if (registry.getSingleMetric(name) === undefined) registry.registerMetric(histogram);
}

const LOOPBACK = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
/** The headers of a proxy, which on this machine speaks for others. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Tells whether a request may read the metrics. Without a token only the loopback may, judged by the socket:
 * a header counts for nothing, whatever TRUST_PROXY says.
 */
function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isBearer(headers.authorization, token);
  return (
    LOOPBACK.includes(socket.remoteAddress ?? "") && FORWARDED.every((name) => headers[name] === undefined)
  );
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

const isBearer = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${token}`));
