import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import { checkModelProvider } from "../plugins/kit/conformance/model-provider.js";
import { checkService } from "../plugins/kit/conformance/service.js";
import { checkTextModel } from "../plugins/kit/conformance/text-model.js";
import { checkWorkflowNode } from "../plugins/kit/conformance/workflow-node.js";
import { checkTranscriber } from "../plugins/kit/conformance/transcriber.js";
import type { PluginHost } from "../plugins/kit/define-plugin.js";
import { openDrivers, readDefinition } from "../runtime/plugins/read-plugin.js";
import { PluginRegistry } from "../runtime/plugins/registry.js";
import { CliError } from "./cli-error.js";
import { providerFiles, serviceFiles } from "./plugin-template.js";
import { reasonOf } from "../runtime/errors/reason-of.js";

const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;
const SERVICE_NAME = /^[a-z][a-z0-9]{0,31}$/;
const TEMPLATES: Readonly<Record<string, (name: string) => Record<string, string>>> = {
  provider: providerFiles,
  service: serviceFiles,
};

/** `kiln plugin`: for those who write one. */
export function addPlugin(program: Command): void {
  const plugin = program.command("plugin").description("For writing plugins");
  plugin
    .command("new <point> <folder>")
    .description("Writes a plugin that passes its tests; the point is provider or service")
    .action((point: string, folder: string) => newPlugin(point, folder));
  plugin
    .command("test <path>")
    .description("Runs the conformance suite of every point that a plugin provides")
    .action((path: string) => testPlugin(path));
}

function newPlugin(point: string, folder: string): void {
  const filesOf = TEMPLATES[point];
  if (filesOf === undefined) throw new CliError(`The point must be provider or service, not "${point}".`);
  const name = basename(resolve(folder));
  if (!SLUG.test(name))
    throw new CliError(`A plugin's name has lower-case letters, digits and dashes; "${name}" has not.`);
  if (point === "service" && !SERVICE_NAME.test(name))
    throw new CliError(
      `A service's name has lower-case letters and digits, begins with a letter and is at most 32 long; "${name}" is not so.`,
    );
  if (existsSync(folder)) throw new CliError(`${folder} exists already.`);
  for (const [file, text] of Object.entries(filesOf(name))) {
    const path = join(folder, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
  process.stdout.write(`${folder} is a ${point} that works. Test it: kiln plugin test ${folder}\n`);
}

/** The file that a plugin's folder starts with. */
function entryOf(path: string): string {
  const candidates = [path, join(path, "index.mjs"), join(path, "index.js")].filter((file) =>
    /\.m?js$/.test(file),
  );
  const found = candidates.find((file) => existsSync(file));
  if (!found)
    throw new CliError(`There is no plugin at ${path}: a .js or .mjs file, or a folder with index.mjs.`);
  return resolve(found);
}

const host: PluginHost = {
  env: process.env,
  baseUrl: "http://localhost:3000",
  dataDir: "./data",
  deriveKey: () => Buffer.alloc(32, 1),
  log: { info: () => {}, warn: (message) => process.stderr.write(`${message}\n`) },
};

async function testPlugin(path: string): Promise<void> {
  const module = (await import(pathToFileURL(entryOf(path)).href)) as { default?: unknown };
  const provided = await open(module.default);
  let failed = 0;
  let passed = 0;
  for (const each of provided) {
    const report =
      each.point === "modelProvider"
        ? await checkModelProvider(each.driver)
        : each.point === "textModel"
          ? await checkTextModel(each.driver)
          : each.point === "workflowNode"
            ? await checkWorkflowNode(each.driver)
            : each.point === "transcriber"
              ? await checkTranscriber(each.driver)
              : each.point === "service"
                ? await checkService(each.driver, process.env)
                : null;
    if (report === null) {
      process.stdout.write(`- ${each.point} ${each.name}: its suite runs in this repository's tests\n`);
      continue;
    }
    for (const { name, ok, detail } of report) {
      if (ok) passed += 1;
      else failed += 1;
      process.stdout.write(`${ok ? "✔" : "✘"} ${name}${ok || !detail ? "" : `: ${detail}`}\n`);
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

async function open(exported: unknown): ReturnType<typeof openDrivers> {
  try {
    return await openDrivers(readDefinition(exported), host, new PluginRegistry());
  } catch (error) {
    throw new CliError(reasonOf(error));
  }
}
