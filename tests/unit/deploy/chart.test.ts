import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import test from "ava";
import { parse } from "yaml";
import { AREAS } from "../../../areas.js";
import { loadConfig } from "../../../runtime/config/load-config.js";
import { VARIABLES } from "../../../runtime/config/register.js";
import { pickHosted } from "../../../runtime/config/hosted.js";
import { compileStrict } from "../../helpers/compile-strict.js";
import {
  CHART,
  ChartEngine,
  type Manifest,
  overDefaults,
  type Values,
} from "../../helpers/helm/render-chart.js";

const GIVEN = {
  config: { BASE_URL: "https://kiln.example", STORAGE_URL: "s3://media/kiln" },
  secrets: { DATABASE_URL: "mysql://kiln:p%40ss@db/kiln", SECRET_KEY: "0123456789".repeat(4) },
  ingress: { enabled: true, host: "kiln.example", className: "nginx", tlsSecret: "tls" },
};

let engine: ChartEngine;
test.before(async () => {
  engine = await ChartEngine.build();
});
test.after.always(() => engine?.close());

const schema = JSON.parse(readFileSync(join(CHART, "values.schema.json"), "utf8")) as object;
const refusals = (values: Values): string[] => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.validate(schema, values);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};
const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);

/** Returns the environment that Kubernetes makes of the manifests for one Deployment. */
function environmentOf(deployment: Manifest, manifests: readonly Manifest[]): Record<string, string> {
  const [container] = deployment.spec.template.spec.containers;
  const named = (kind: string, name: string): Record<string, string> => {
    const found = ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
    return found?.data ?? found?.stringData;
  };
  const env: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom)
    Object.assign(
      env,
      configMapRef ? named("ConfigMap", configMapRef.name) : named("Secret", secretRef.name),
    );
  for (const { name, value } of container.env) env[name] = value;
  return env;
}

test("the chart names itself as Helm asks, and refuses values that it does not know (rules/running 1)", (t) => {
  const about = parse(readFileSync(join(CHART, "Chart.yaml"), "utf8"));
  t.is(about.apiVersion, "v2");
  t.is(about.name, "kiln");
  t.regex(about.version, /^\d+\.\d+\.\d+$/);
  t.deepEqual(refusals(overDefaults(GIVEN)), []);
  for (const wrong of [
    {},
    { ...GIVEN, rolls: {} },
    { ...GIVEN, config: { ...GIVEN.config, STORAGE_URL: "disk:/data/media" } },
    { ...GIVEN, config: { ...GIVEN.config, BASE_URL: "kiln.example" } },
    { ...GIVEN, config: { ...GIVEN.config, SECRET_KEY: "in the open" } },
    { ...GIVEN, ingress: { enabled: true } },
    { ...GIVEN, roles: { images: { services: "" } } },
    { ...GIVEN, roles: { images: { replica: 3 } } },
    { ...GIVEN, roles: { images: { budget: { minAvailable: 1, maxUnavailable: 1 } } } },
  ])
    t.not(refusals(overDefaults(wrong)).length, 0, JSON.stringify(wrong));
});

test("what is rendered is what Kubernetes takes, in every kind and every field", async (t) => {
  const manifests = await engine.manifests(overDefaults(GIVEN));
  const folders: Record<string, string> = { "networking.k8s.io/v1": "networking.k8s.io/v1" };
  for (const manifest of manifests) {
    const module = `kubernetes-models/${folders[manifest.apiVersion] ?? manifest.apiVersion}`;
    const models = (await import(module)) as Record<string, new (data: unknown) => { validate(): void }>;
    const Model = models[manifest.kind];
    if (Model === undefined) return t.fail(`${manifest.apiVersion} has no ${manifest.kind}`);
    t.notThrows(() => new Model(manifest).validate(), `${manifest.kind} ${manifest.metadata.name}`);
  }
  t.deepEqual([...new Set(manifests.map(({ kind }) => kind))].toSorted(), [
    "ConfigMap",
    "Deployment",
    "HorizontalPodAutoscaler",
    "Ingress",
    "PodDisruptionBudget",
    "Secret",
    "Service",
    "ServiceAccount",
  ]);
  // The validators allow unknown fields; the compiler does not.
  const named = manifests.map(({ apiVersion, kind }) => ({ apiVersion, kind }));
  const texts = manifests.map((manifest, at) => {
    const { apiVersion, kind } = named[at] ?? manifest;
    return `import type { I${kind} as K${at} } from "kubernetes-models/${apiVersion}";\nexport const m${at}: K${at} = ${JSON.stringify(manifest)};`;
  });
  const wrong = texts.join("\n").replaceAll('"terminationGracePeriodSeconds"', '"terminationGraceSeconds"');
  const said = await compileStrict({ "manifests.ts": texts.join("\n"), "wrong.ts": wrong }, "node", {
    lib: ["es2022", "dom"],
    skipLibCheck: true,
    baseUrl: undefined,
    paths: { "kubernetes-models/*": [`${process.cwd()}/node_modules/kubernetes-models/*/index.d.ts`] },
  });
  const lines = said.trim().split("\n");
  t.deepEqual(
    lines.filter((line) => !/^(wrong\.ts|\s)/.test(line)),
    [],
  );
  t.true(
    lines.some((line) => /^wrong\.ts.*terminationGraceSeconds/.test(line)),
    said,
  );
});

test("every process gets a configuration that Kiln takes, and all areas are hosted (rules/running 1)", async (t) => {
  const values = overDefaults({
    ...GIVEN,
    config: { ...GIVEN.config, SIGNUP_CREDITS: 10_000_000, OTEL_TRACES_SAMPLER_ARG: 0.25 },
  });
  const manifests = await engine.manifests(values);
  const hosted = new Set<string>();
  for (const deployment of ofKind(manifests, "Deployment")) {
    const env = environmentOf(deployment, manifests);
    for (const name of Object.keys(env)) t.true(name in VARIABLES, `${name} is a variable of Kiln`);
    const config = loadConfig({ DATA_DIR: "/data", PLUGINS_DIR: "/data/plugins.d", ...env });
    t.is(config.host, "0.0.0.0");
    t.is(config.signupCredits, 10_000_000);
    for (const name of pickHosted(config.services, Object.keys(AREAS), []).hosted) hosted.add(name);
    const { spec } = deployment.spec.template;
    t.true(spec.terminationGracePeriodSeconds * 1000 > config.lameDuckMs + config.drainMs);
    const [container] = spec.containers;
    t.is(container.ports[0].containerPort, config.port);
    t.is(container.ports[1].containerPort, config.metricsPort);
    t.is(container.readinessProbe.httpGet.path, "/readyz");
    t.is(container.livenessProbe.httpGet.path, "/livez");
  }
  t.deepEqual(
    Object.keys(AREAS).filter((name) => !hosted.has(name)),
    [],
  );
});

test("services, budgets and scalers select the pods of their role and no others", async (t) => {
  const manifests = await engine.manifests(overDefaults(GIVEN));
  const deployments = ofKind(manifests, "Deployment");
  const selects = (selector: Record<string, string>) =>
    deployments.filter(({ spec }) =>
      Object.entries(selector).every(([name, value]) => spec.template.metadata.labels[name] === value),
    );
  for (const { kind, metadata, spec } of manifests) {
    const selector = spec?.selector?.matchLabels ?? spec?.selector;
    if (selector !== undefined && kind !== "Deployment")
      t.deepEqual(
        selects(selector).map((each) => each.metadata.name),
        [metadata.name],
        kind,
      );
    if (kind === "HorizontalPodAutoscaler") {
      const target = deployments.find((each) => each.metadata.name === spec.scaleTargetRef.name);
      t.is(target?.spec.replicas, undefined, "an upgrade does not undo what the scaler did");
    }
    // A budget that no pod may leave would block every drain of a machine.
    if (kind === "PodDisruptionBudget" && spec.minAvailable !== undefined) {
      const role = metadata.labels["app.kubernetes.io/component"] ?? "";
      const roles = overDefaults(GIVEN).roles as Record<string, { replicas: number }>;
      t.true((roles[role]?.replicas ?? 1) > spec.minAvailable, role);
    }
  }
  const backends = ofKind(manifests, "Ingress").flatMap(({ spec }) =>
    spec.rules[0].http.paths.map(
      (path: { backend: { service: { name: string } } }) => path.backend.service.name,
    ),
  );
  const services = ofKind(manifests, "Service").map(({ metadata }) => metadata.name);
  for (const name of backends) t.true(services.includes(name), name);
});

test("a role that is switched off leaves nothing, and a secret that is missing stops the rendering", async (t) => {
  const without = await engine.manifests(overDefaults({ ...GIVEN, roles: { mcp: { enabled: false } } }));
  t.deepEqual(
    without.filter(({ metadata }) => metadata.name.endsWith("-mcp")),
    [],
  );
  t.false(JSON.stringify(ofKind(without, "Ingress")).includes("/mcp"));
  await t.throwsAsync(engine.texts(overDefaults({ ...GIVEN, secrets: {} })), {
    message: /Set existingSecret, or secrets\.DATABASE_URL\./,
  });
  const theirs = await engine.manifests(overDefaults({ ...GIVEN, secrets: {}, existingSecret: "theirs" }));
  t.deepEqual(ofKind(theirs, "Secret"), []);
  t.is(ofKind(theirs, "Deployment")[0]?.spec.template.spec.containers[0].envFrom[1].secretRef.name, "theirs");
});

test("values with quotes, line breaks and what looks like templates come through as they are", async (t) => {
  const odd = `it's "odd": {{ .Values }}\n\t# \${HOME} \\`;
  const manifests = await engine.manifests(
    overDefaults({
      ...GIVEN,
      secrets: { ...GIVEN.secrets, SMTP_URL: odd },
      config: { ...GIVEN.config, MAIL_FROM: odd },
    }),
  );
  t.is(ofKind(manifests, "Secret")[0]?.stringData.SMTP_URL, odd);
  t.is(ofKind(manifests, "ConfigMap")[0]?.data.MAIL_FROM, odd);
});
