import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { findBinary } from "../../run/find-binary.js";
import { GO_CACHE } from "../go-cache.js";

const execute = promisify(execFile);

export const CHART: string = join(PACKAGE_ROOT, "deploy/helm/kiln");
const ENGINE = join(PACKAGE_ROOT, "tests/helpers/helm/render.go");
/** Folder in which Debian puts the sources of Go's libraries (golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev). */
const GOPATH = "/usr/share/gocode";

type Value = unknown;
export type Values = Readonly<Record<string, Value>>;

const isTable = (value: Value): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges values over the defaults of the chart as Helm does: tables are merged, everything else is replaced. */
export function overDefaults(given: Values): Values {
  const merge = (under: Value, over: Value): Value => {
    if (!isTable(under) || !isTable(over)) return over === undefined ? under : over;
    const names = new Set([...Object.keys(under), ...Object.keys(over)]);
    return Object.fromEntries([...names].map((name) => [name, merge(under[name], over[name])]));
  };
  return merge(parse(readFileSync(join(CHART, "values.yaml"), "utf8")), given) as Values;
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  // oxlint-disable-next-line no-explicit-any -- the shape of each kind is checked against that of Kubernetes
  [name: string]: any;
}

/** Renders the chart with the template language of Helm, which is Go's. The Go program is compiled once. */
export class ChartEngine {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async build(): Promise<ChartEngine> {
    const go = findBinary("go");
    if (go === null) throw new Error("This test needs go in PATH (the Debian package golang-go).");
    const folder = await mkdtemp(join(tmpdir(), "kiln-helm-"));
    const env = { ...process.env, GO111MODULE: "off", GOPATH, GOCACHE: GO_CACHE };
    await execute(go, ["build", "-o", join(folder, "render"), ENGINE], { env });
    return new ChartEngine(folder);
  }

  /** Returns the text of each template. Throws with the message of the template that failed. */
  async texts(values: Values, release = "shop"): Promise<Record<string, string>> {
    const running = execute(join(this.#folder, "render"), [CHART, release], { maxBuffer: 1e7 });
    running.child.stdin?.end(JSON.stringify(values));
    return JSON.parse((await running).stdout) as Record<string, string>;
  }

  async manifests(values: Values, release = "shop"): Promise<Manifest[]> {
    const texts = Object.entries(await this.texts(values, release)).filter(([name]) =>
      name.endsWith(".yaml"),
    );
    return texts.flatMap(([name, text]) =>
      parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join("; ")}\n${text}`);
        const manifest = document.toJS() as Manifest | null;
        return manifest === null ? [] : [manifest];
      }),
    );
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
