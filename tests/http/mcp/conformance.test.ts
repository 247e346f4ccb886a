import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { authorizeByHand } from "../../helpers/authorize-by-hand.js";
import { connectedAgent } from "../../helpers/connected-agent.js";
import { lendKey, type StandIn, type StandIns } from "../../helpers/lend-key.js";
import { freePort } from "../../helpers/free-port.js";
import { startKiln } from "../../helpers/start-kiln.js";

/**
 * Scenarios of the protocol's official suite that apply. Where a scenario asks for a tool of a test server by name
 * (`test_simple_text` and such), one of Kiln's that behaves like it is called (`STAND_INS`). The scenarios that are left out want
 * content that no tool of Kiln has, such as a greeting or a sound, or features that are not offered: subscriptions, logging,
 * sampling.
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
    "tools-call-error",
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
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "tools-call-simple-text",
  ],
  extension: [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-wire-fields",
  ],
} as const;

const picture = (prompt: string): StandIn => ({
  name: "generate",
  arguments: {
    model: "mock-image",
    params: { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 },
  },
});

const STAND_INS: StandIns = {
  greet: () => ({ name: "get_credits", arguments: {} }),
  test_simple_text: () => ({ name: "get_credits", arguments: {} }),
  test_error_handling: () => ({ name: "generate", arguments: {} }),
  // The agent need not ask, so what comes with the call is ignored.
  test_input_required_result_elicitation: () => picture("a pot"),
  slow_compute: ({ seconds }) => picture(Number(seconds) > 0 ? `[slow=${Number(seconds)}] a pot` : "a pot"),
};
/** Stand-ins for an agent that asks its person before each call that spends. */
const ASKING: StandIns = {
  test_input_required_result_elicitation: () => picture("a pot"),
  test_input_required_result_tampered_state: () => picture("a pot"),
};
const ASK = new Set([
  "input-required-result-result-type",
  "input-required-result-tampered-state",
  "input-required-result-missing-input-response",
  "input-required-result-validate-input",
]);

/** Checks inside the scenarios that call a tool without a stand-in. */
const NEED_A_TEST_TOOL = new Set([
  "sep-2663-tool-error-uses-completed-status",
  "sep-2663-tasks-get-status-failed",
  "tasks-headers-tolerate-mcp-method-on-tools-call",
  "tasks-server-directed-creation-no-hint",
  "tasks-result-type-complete-on-non-task-responses",
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
]);

const SUITE = join(PACKAGE_ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const MANY_RUNS = join(PACKAGE_ROOT, "dist/tests/helpers/conformance-process.js");
const SCENARIOS = Object.entries(APPLICABLE).flatMap(([version, scenarios]) =>
  scenarios.map((scenario) => ({ version, scenario })),
);

let kiln: Kiln;
let lent: Awaited<ReturnType<typeof lendKey>>;
let asking: typeof lent;
/** Folder with the results of each scenario. */
let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kiln-conformance-"));
  kiln = await startKiln();
  const ann = await signUp(kiln.url);
  lent = await lendKey(kiln.url, ann.key, STAND_INS);
  const { accessToken, grantId, person } = await connectedAgent(kiln);
  await person.session.patch(`/v1/oauth/grants/${grantId}`, { budget: { askAboveCredits: 0 } });
  asking = await lendKey(kiln.url, accessToken, ASKING);
  const runs = SCENARIOS.map(({ version, scenario }) => {
    const { url } = ASK.has(scenario) ? asking : lent;
    const of = version === "extension" ? [] : ["--spec-version", version];
    const args = ["server", "--url", `${url}/mcp`, "--scenario", scenario, ...of];
    return [...args, "-o", join(folder, version, scenario)];
  });
  await toEnd([MANY_RUNS, SUITE, JSON.stringify(runs)]);
});
test.after.always(async () => {
  lent?.close();
  asking?.close();
  await kiln?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Runs a Node program to its end. A program that ends with 1 because a check failed names the check in its files. */
const toEnd = (args: readonly string[], heard?: (output: string) => void): Promise<void> =>
  new Promise((resolve) => {
    const program = execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, () => resolve());
    program.stdout?.on("data", (text: string) => heard?.(text));
  });

/** Returns the checks that the suite has written into a folder. */
async function checksIn(folder: string): Promise<Check[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => []);
  const files = all.filter((file) => file.endsWith("checks.json"));
  const checks = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return checks.flatMap((text) => JSON.parse(text) as Check[]);
}

const failed = (checks: readonly Check[]) =>
  checks.filter(({ status }) => status === "FAILURE").map(({ id, errorMessage }) => [id, errorMessage]);

for (const { version, scenario } of SCENARIOS)
  test.serial(`the official conformance suite, ${version}: ${scenario} (rules/mcp 1)`, async (t) => {
    const all = await checksIn(join(folder, version, scenario));
    const checks = all.filter(({ id }) => !NEED_A_TEST_TOOL.has(id));
    t.deepEqual(failed(checks), []);
    t.true(checks.some(({ status, id }) => status === "SUCCESS" && id !== "wire-schema-valid"));
  });

test.serial(
  "the official conformance suite, authorization server: metadata, code and token (rules/identity 33)",
  async (t) => {
    const port = await freePort();
    const resource = `${kiln.host.baseUrl}/mcp`;
    const { clientId, allow } = await authorizeByHand(kiln.url, `http://127.0.0.1:${port}/callback`);
    let output = "";
    let isAllowed = false;
    const args = ["authorization", "--url", kiln.host.baseUrl, "--client-id", clientId];
    const own = join(folder, "authorization");
    const more = ["--resource", resource, "--port", String(port), "-o", own];
    await toEnd([SUITE, ...args, ...more], (text) => {
      output += text;
      const [, url] = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(output) ?? [];
      if (url === undefined || isAllowed) return;
      isAllowed = true;
      void allow(url);
    });
    const checks = await checksIn(own);
    t.deepEqual(failed(checks), []);
    for (const id of [
      "authorization-server-metadata",
      "authorization-server-metadata-cimd",
      "authorization-code-grant",
    ])
      t.true(
        checks.some((check) => check.id === id && check.status === "SUCCESS"),
        id,
      );
  },
);
