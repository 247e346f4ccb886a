import { existsSync, readFileSync } from "node:fs";
import test from "ava";
import { parse } from "yaml";
import { AREAS } from "../../../areas.js";
import { loadConfig } from "../../../runtime/config/load-config.js";
import { pickHosted } from "../../../runtime/config/hosted.js";

interface Service {
  image?: string;
  build?: string;
  environment: Record<string, string | number>;
  stop_grace_period?: string;
  ports?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
}

const FILE = "docker-compose.cluster.yml";
const { services, volumes } = parse(readFileSync(FILE, "utf8"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined);

/** Fills in variables that the caller's environment lacks, as compose does. */
const filledIn = (value: string | number): string =>
  String(value)
    .replace(/\$\{SECRET_KEY:\?[^}]*\}/, "0123456789".repeat(4))
    .replace(/\$\{\w+:-([^}]*)\}/g, "$1");

test("six services of Kiln stand behind a proxy, which alone publishes a port", (t) => {
  t.is(ours.length, 6);
  t.deepEqual(
    Object.entries(services).flatMap(([name, { ports }]) => (ports === undefined ? [] : [name])),
    ["proxy"],
  );
});

test("each of the six gets a configuration that Kiln takes, and together they host every area (rules/running 1)", (t) => {
  const hosted = new Set<string>();
  for (const [name, { environment, stop_grace_period: grace }] of ours) {
    const env = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, filledIn(value)]),
    );
    const config = loadConfig({ DATA_DIR: "/data", ...env });
    for (const area of pickHosted(config.services, Object.keys(AREAS), []).hosted) hosted.add(area);
    t.true(Number.parseInt(grace ?? "0") * 1000 > config.lameDuckMs + config.drainMs, name);
    t.is(config.host, "0.0.0.0", name);
    t.not(config.natsUrl, null, name);
    t.is(config.storageUrl, "disk:/data/media", name);
  }
  t.deepEqual(
    Object.keys(AREAS).filter((name) => !hosted.has(name)),
    [],
  );
});

test("the compose file of one process gives it as long to leave as it takes", (t) => {
  const { app } = (parse(readFileSync("docker-compose.yml", "utf8")) as { services: Record<string, Service> })
    .services;
  const env = Object.fromEntries(
    Object.entries(app?.environment ?? {}).map(([variable, value]) => [variable, filledIn(value)]),
  );
  const config = loadConfig({ DATA_DIR: "/data", ...env });
  t.true(Number.parseInt(app?.stop_grace_period ?? "0") * 1000 > config.lameDuckMs + config.drainMs);
});

test("what a service mounts and depends on is there", (t) => {
  for (const [name, service] of Object.entries(services)) {
    for (const mount of service.volumes ?? []) {
      const from = mount.split(":")[0] ?? "";
      t.true(from.startsWith("./") ? existsSync(from) : from in volumes, `${name}: ${from}`);
    }
    const needed = service.depends_on ?? [];
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      t.true(other in services, other);
  }
  const proxy = readFileSync("docker/haproxy-edge.cfg", "utf8");
  const asked = [...proxy.matchAll(/server-template \w+ \d+ (\w+):(\d+)/g)];
  t.is(asked.length, 2);
  for (const [, name = "", port] of asked) t.is(String(services[name]?.environment.PORT), port);
});
