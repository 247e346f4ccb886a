import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { findBinary } from "../../run/find-binary.js";
import { GO_CACHE } from "../go-cache.js";

const execute = promisify(execFile);
const GENERATOR = join(
  PACKAGE_ROOT,
  "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar",
);
const USE = join(PACKAGE_ROOT, "tests/helpers/generated-clients/use.go");
/**
 * JVM options for a program that runs once and ends before the optimizing compiler pays: 7.5 s of processor time with them, 15.8
 * s without.
 */
const SHORT_LIFE = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
/** Folder in which Debian puts the sources of Go's libraries (golang-golang-x-oauth2-dev). */
const SYSTEM = "/usr/share/gocode";

function binary(name: string, debian: string): string {
  const found = findBinary(name);
  if (found === null) throw new Error(`This test needs ${name} in PATH (the Debian package ${debian}).`);
  return found;
}

/**
 * Has OpenAPI Generator make a client for Go from a document, builds `use.go` with it and runs the result. Returns what the
 * program prints. Throws with the output of the generator, the compiler or the program that failed.
 */
export async function useFromGo(
  document: string,
  kiln: { url: string; key: string },
): Promise<Record<string, unknown>> {
  const [java, go] = [binary("java", "default-jre-headless"), binary("go", "golang-go")];
  const folder = await mkdtemp(join(tmpdir(), "kiln-go-client-"));
  try {
    const [source, made] = [join(folder, "openapi.json"), join(folder, "made")];
    await writeFile(source, document);
    const options = ["generate", "-g", "go-experimental", "--additional-properties=packageName=kiln"];
    const run = [...SHORT_LIFE, "-jar", GENERATOR, ...options, "-i", source, "-o", made];
    await execute(java, run, { maxBuffer: 1e8 });
    const [library, program] = [join(folder, "src/kiln"), join(folder, "src/use")];
    for (const each of [library, program]) await mkdir(each, { recursive: true });
    for (const name of await readdir(made))
      if (name.endsWith(".go")) await copyFile(join(made, name), join(library, name));
    await copyFile(USE, join(program, "main.go"));
    const env = {
      ...process.env,
      GO111MODULE: "off",
      GOFLAGS: "",
      GOPATH: `${folder}:${SYSTEM}`,
      GOCACHE: GO_CACHE,
      KILN_URL: kiln.url,
      KILN_KEY: kiln.key,
    };
    await execute(go, ["build", "-o", join(folder, "use.exe"), "use"], { env, cwd: folder });
    const { stdout } = await execute(join(folder, "use.exe"), [], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
