import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import test from "ava";
import { parse } from "yaml";
import { CHART, ChartEngine, overDefaults } from "../../helpers/helm/render-chart.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

/**
 * These tests ask what `helm lint` asks of a chart (pkg/lint/rules of Helm 3), as far as `chart.test.ts` does not: the binary
 * cannot be had where the tests run (ADR-0079).
 */
const text = (path: string) => readFileSync(join(CHART, path), "utf8");
const about = parse(text("Chart.yaml"), { uniqueKeys: true }) as Record<string, string | undefined> & {
  sources?: string[];
};
const templates = readdirSync(join(CHART, "templates"));

/** Fields of Chart.yaml in version 2. Helm reads them strictly when it lints. */
const FIELDS = [
  "name",
  "home",
  "sources",
  "version",
  "description",
  "keywords",
  "maintainers",
  "icon",
  "apiVersion",
  "condition",
  "tags",
  "appVersion",
  "deprecated",
  "annotations",
  "kubeVersion",
  "dependencies",
  "type",
];

test("Chart.yaml has the fields that Helm asks for, and no others (helm lint: rules/chartfile.go)", (t) => {
  for (const field of Object.keys(about)) t.true(FIELDS.includes(field), field);
  for (const field of ["name", "version", "appVersion", "description", "type"])
    t.is(typeof about[field], "string", field);
  t.is(about["name"], basename(CHART), "the folder has the chart's name");
  t.regex(about["name"] ?? "", /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
  t.true(["application", "library"].includes(about["type"] ?? ""));
  t.regex(about["version"] ?? "", /^(?!0\.0\.0$)\d+\.\d+\.\d+$/);
  t.regex(
    String(about["kubeVersion"]),
    /^>=\d+\.\d+\.\d+-0$/,
    "with those of vendors, which end in a suffix",
  );
  for (const url of [about["home"], about["icon"], ...(about.sources ?? [])])
    if (url !== undefined) t.true(URL.canParse(url), url);
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as {
    version: string;
  };
  t.is(about["appVersion"], version, "the image of this release");
});

test("values and their schema are read as they stand (helm lint: rules/values.go)", (t) => {
  const values = parse(text("values.yaml"), { uniqueKeys: true }) as Record<string, unknown>;
  const schema = JSON.parse(text("values.schema.json")) as {
    $schema?: string;
    properties: Record<string, unknown>;
  };
  t.deepEqual(
    Object.keys(values).filter((name) => !(name in schema.properties)),
    [],
  );
  t.regex(schema.$schema ?? "", /^https?:\/\/json-schema\.org\//);
});

test("templates have the endings and the indentation that Helm takes, and the names that Kubernetes takes (helm lint: rules/template.go)", async (t) => {
  for (const name of templates) {
    t.true(statSync(join(CHART, "templates", name)).isFile(), name);
    t.true([".yaml", ".yml", ".tpl", ".txt"].includes(extname(name)), name);
    const source = text(join("templates", name));
    t.false(/\.Release\.Time|\bcrd-install\b/.test(source), `${name} uses what Helm 3 has not`);
  }
  const engine = await ChartEngine.build();
  t.teardown(() => engine.close());
  const given = overDefaults({
    config: { BASE_URL: "https://kiln.example", STORAGE_URL: "s3://media/kiln" },
    secrets: { DATABASE_URL: "mysql://kiln:kiln@db/kiln", SECRET_KEY: "0123456789".repeat(4) },
    ingress: { enabled: true, host: "kiln.example" },
  });
  // The last name is the longest that Helm takes for a release.
  for (const release of ["shop", "kiln", `a${"-b".repeat(26)}`]) {
    for (const [name, rendered] of Object.entries(await engine.texts(given, release))) {
      if (!name.endsWith(".yaml")) continue;
      const first = rendered.split("\n").find((line) => line.trim() !== "" && !line.startsWith("---"));
      t.notRegex(first ?? "", /^\s/, `${name} begins with an indented line`);
    }
    for (const { kind, metadata, spec } of await engine.manifests(given, release)) {
      t.regex(metadata.name, /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, `${kind} of ${release}`);
      t.true(metadata.name.length <= 63, metadata.name);
      for (const [label, value] of Object.entries(metadata.labels)) {
        t.regex(label, /^([a-z0-9.-]+\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/);
        t.regex(String(value), /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/, label);
        t.true(String(value).length <= 63, `${label}: ${value}`);
      }
      if (kind === "Deployment") t.deepEqual(labelsAsked(spec), labelsGiven(spec));
    }
  }
});

type Spec = {
  selector: { matchLabels: Record<string, string> };
  template: { metadata: { labels: Record<string, string> } };
};
const labelsAsked = ({ selector }: Spec) => selector.matchLabels;
/** Returns the labels of the pods by which a Deployment selects them. */
const labelsGiven = ({ selector, template }: Spec) =>
  Object.fromEntries(
    Object.keys(selector.matchLabels).map((label) => [label, template.metadata.labels[label]]),
  );
