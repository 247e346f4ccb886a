import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/package-root.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { lendKey } from "../../helpers/lend-key.js";
import { startKiln } from "../../helpers/start-kiln.js";

/**
 * The protocol's official suite. Its other scenarios ask for tools and resources of a test server by name
 * (`test_simple_text` and such), or for what is not offered: subscriptions, logging, sampling.
 */
const APPLICABLE = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "server-stateless",
    "completion-complete",
    "tools-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "server-sse-multiple-streams",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
  ],
} as const;

/** Checks inside of them that call such a tool too. */
const NEED_A_TEST_TOOL = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
]);

const SUITE = join(PACKAGE_ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

let kiln: Kiln;
let lent: Awaited<ReturnType<typeof lendKey>>;
test.before(async () => {
  kiln = await startKiln();
  const ann = await signUp(kiln.url);
  lent = await lendKey(kiln.url, ann.key);
});
test.after.always(async () => {
  lent?.close();
  await kiln?.stop();
});

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

async function checksOf(scenario: string, version: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-conformance-"));
  const args = [SUITE, "server", "--url", `${lent.url}/mcp`, "--scenario", scenario];
  const wanted = [...args, "--spec-version", version, "-o", folder];
  // It ends with 1 where a check failed; the checks say which.
  await new Promise<void>((resolve) => execFile(process.execPath, wanted, () => resolve()));
  const files = await readdir(folder, { recursive: true });
  const name = files.find((file) => file.endsWith("checks.json"));
  if (name === undefined) throw new Error(`${scenario} wrote no checks.`);
  const checks = JSON.parse(await readFile(join(folder, name), "utf8")) as Check[];
  await rm(folder, { recursive: true });
  return checks;
}

for (const [version, scenarios] of Object.entries(APPLICABLE))
  for (const scenario of scenarios)
    test.serial(`the official conformance suite, ${version}: ${scenario}`, async (t) => {
      const checks = (await checksOf(scenario, version)).filter(({ id }) => !NEED_A_TEST_TOOL.has(id));
      t.deepEqual(
        checks.filter(({ status }) => status === "FAILURE").map(({ id, errorMessage }) => [id, errorMessage]),
        [],
      );
      t.true(checks.some(({ status }) => status === "SUCCESS"));
    });
