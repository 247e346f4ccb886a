import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { ConfigError, loadConfig } from "../../../../runtime/config/load-config.js";
import { loadKeys } from "../../../../runtime/secrets/keys.js";
import { pickHosted } from "../../../../runtime/config/hosted.js";

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
    return "";
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not a ConfigError: ${String(error)}`;
  }
};

test("the settings below have these defaults (rules/running 2)", (t) => {
  const config = loadConfig({});
  t.is(config.port, 3000);
  t.is(config.host, "127.0.0.1");
  t.is(config.signupCredits, 500);
  t.is(config.taskLeaseMs, 60_000);
  t.is(config.databasePool, 10);
  t.is(config.staleMs, 0);
  t.is(config.deliveryMemoryBytes, 256 * 2 ** 20);
  t.is(config.billing, "manual");
  t.false(config.requireEmailVerification);
  t.true(config.storageUrl.startsWith("disk:"));
});

test("a wrong value stops with one sentence that names the variable and what it accepts (rules/running 1)", (t) => {
  t.is(refusal({ PORT: "no" }), 'PORT must be a port number from 0 to 65535, not "no".');
  t.regex(refusal({ BILLING: "free" }), /^BILLING must be manual, stripe or off/);
  t.regex(refusal({ SECRET_KEY: "short" }), /^SECRET_KEY must be at least 32 characters/);
  t.regex(refusal({ DATABASE_URL: "postgres://x/y" }), /^DATABASE_URL must be mysql:/);
  t.regex(refusal({ DATABASE_URL: "mysql://root@host:3306/" }), /^DATABASE_URL must be mysql:/);
  t.is(refusal({ DATABASE_POOL: "1" }), 'DATABASE_POOL must be a whole number from 2 to 1000, not "1".');
  t.is(
    refusal({ DELIVERY_MEMORY_MB: "8.5" }),
    'DELIVERY_MEMORY_MB must be a whole number from 32 to 65536, not "8.5".',
  );
  t.is(
    refusal({ STALE_SECONDS: "-1" }),
    'STALE_SECONDS must be a number of seconds from 0 to 86400, not "-1".',
  );
  t.is(refusal({ PROCESSES: "many" }), 'PROCESSES must be auto or a whole number from 1 to 256, not "many".');
  t.is(
    refusal({ DATABASE_READ_URL: "mysql://root@host:3306/kiln" }),
    "DATABASE_READ_URL needs DATABASE_URL, whose replica it names: set both.",
  );
  t.regex(refusal({ DATABASE_READ_URL: "postgres://x/y" }), /^DATABASE_READ_URL must be mysql:/);
  t.is(
    refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }),
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, not "localhost:4318".',
  );
  t.regex(refusal({ WEBHOOK_RETRY_SECONDS: "1,x" }), /^WEBHOOK_RETRY_SECONDS must be/);
});

test("PROCESSES share a database server, never the embedded database, and leave the port open for a while (rules/running 17)", (t) => {
  const DATABASE_URL = "mysql://root@host:3306/kiln";
  for (const PROCESSES of ["2", "auto"]) {
    t.is(
      refusal({ PROCESSES }),
      `PROCESSES=${PROCESSES} needs DATABASE_URL=mysql://…, because one process alone opens the embedded database: set it, or leave PROCESSES at 1.`,
    );
    t.is(loadConfig({ PROCESSES, DATABASE_URL }).lameDuckMs, 5000);
  }
  t.is(loadConfig({ PROCESSES: "3", DATABASE_URL }).processes, 3);
  t.true(loadConfig({ PROCESSES: "auto", DATABASE_URL }).processes >= 1);
  t.is(loadConfig({ PROCESSES: "1" }).lameDuckMs, 0);
});

test("a refused secret is not printed", (t) => {
  t.is(refusal({ SECRET_KEY: "hunter2" }), "SECRET_KEY must be at least 32 characters.");
  t.is(refusal({ OPERATOR_PASSWORD: "hunter2" }), "OPERATOR_PASSWORD must be 8 to 200 characters.");
  for (const name of ["DATABASE_URL", "NATS_URL", "SMTP_URL", "STORAGE_URL", "S3_ENDPOINT", "BASE_URL"]) {
    const message = refusal({ [name]: "gopher_://kiln:hunter@2@host/x" });
    t.regex(message, new RegExp(`^${name} must be .*, not "gopher_://…@host/x"`));
  }
});

test("BASE_URL is an origin, TRUST_PROXY hops or addresses (rules/running 1)", (t) => {
  for (const BASE_URL of ["https://kiln.example.com", "http://localhost:3000/"])
    t.is(refusal({ BASE_URL }), "");
  for (const BASE_URL of [
    "https://kiln.example.com/api",
    "https://x/?a",
    "https://me:pw@x",
    "kiln.example.com",
  ])
    t.regex(refusal({ BASE_URL }), /^BASE_URL must be an http or https origin/, BASE_URL);
  for (const TRUST_PROXY of ["true", "2", "10.0.0.1", "loopback, 10.0.0.0/8", "fd00::/8", "::1"])
    t.is(refusal({ TRUST_PROXY }), "", TRUST_PROXY);
  for (const TRUST_PROXY of ["proxy", "10.0.0.0/33", "10.0.0", "::1/129", "1.2.3.4/", "1.2.3.4/8/8"])
    t.regex(refusal({ TRUST_PROXY }), /^TRUST_PROXY must be true, a number of hops/, TRUST_PROXY);
});

test("a cluster needs a database, a secret and a storage of its own (rules/running 6)", (t) => {
  t.regex(
    refusal({ NATS_CA_FILE: "/nowhere.pem" }),
    /^NATS_CA_FILE must be .* file that this process can read/,
  );
  t.regex(refusal({ NATS_URL: "nats://n:4222" }), /DATABASE_URL and SECRET_KEY and STORAGE_URL/);
});

test("an operator needs address and password", (t) => {
  t.regex(refusal({ OPERATOR_EMAIL: "a@b.c" }), /OPERATOR_EMAIL and OPERATOR_PASSWORD/);
});

test("faults are refused outside tests", (t) => {
  t.regex(refusal({ KILN_FAULT: "generation.intent" }), /KILN_FAULT/);
  t.is(
    loadConfig({ KILN_FAULT: "generation.intent=stop@2", NODE_ENV: "test" }).fault,
    "generation.intent=stop@2",
  );
});

test("e-mail verification follows SMTP_URL unless it is said (rules/identity 12)", (t) => {
  t.true(loadConfig({ SMTP_URL: "smtp://mail:25" }).requireEmailVerification);
  t.false(
    loadConfig({ SMTP_URL: "smtp://mail:25", REQUIRE_EMAIL_VERIFICATION: "0" }).requireEmailVerification,
  );
});

const KNOWN = ["identity", "generation", "generation.image", "generation.video", "gateway"];

test("SERVICES picks by exact name and by pattern (rules/running 8)", (t) => {
  t.deepEqual(
    [...pickHosted(["gateway", "generation.*"], KNOWN, []).hosted],
    ["gateway", "generation.image", "generation.video"],
  );
  t.deepEqual([...pickHosted(["generation"], KNOWN, []).hosted], ["generation"]);
  t.is(pickHosted(null, KNOWN, []).hosted.size, KNOWN.length);
  t.deepEqual([...(pickHosted(["plugins.local"], KNOWN, []).plugins ?? [])], ["local"]);
});

test("an unknown exact name in SERVICES stops the start (rules/running 8)", (t) => {
  t.throws(() => pickHosted(["gatway"], KNOWN, []), { instanceOf: ConfigError, message: /gateway/ });
  t.notThrows(() => pickHosted(["webhooks"], KNOWN, ["webhooks"]));
});

test("a secret.key that was not written whole stops the start", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const config = loadConfig({ DATA_DIR: dataDir });
  const made = loadKeys(config).derive("x");
  t.deepEqual(loadKeys(config).derive("x"), made);
  await writeFile(join(dataDir, "secret.key"), "");
  t.throws(() => loadKeys(config), { instanceOf: ConfigError, message: /secret\.key/ });
});

test("EXTERNAL_SERVICES is a list of actions, and needs NATS_URL (rules/running 32)", (t) => {
  t.regex(
    refusal({ EXTERNAL_SERVICES: "shortener" }),
    /^EXTERNAL_SERVICES must be a comma list of service.action or service.\*, such as .*, not "shortener".$/,
  );
  t.is(
    refusal({ EXTERNAL_SERVICES: "shortener.*" }),
    "EXTERNAL_SERVICES needs NATS_URL, over which services of others are reached.",
  );
  t.deepEqual(loadConfig({}).externalServices, []);
});
