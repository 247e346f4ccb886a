import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { pino } from "pino";
import type { PluginDefinition, PluginHost } from "../../plugins/kit/define-plugin.js";
import { pluginOf } from "../../runtime/plugins/plugin-context.js";
import { PluginLoader, type PluginLoaderOptions } from "../../runtime/plugins/plugin-loader.js";

/** What the plugins of tests do, in order. Tests that read it run in series. */
export const events: string[] = [];
/** Does with an error what the process does with an uncaught one, for plugins of tests that leave one behind. */
const leave = (error: unknown) => pluginOf(error)?.report(error);
Object.assign(globalThis, { kilnTestEvents: events, kilnTestLeave: leave });

interface Opened {
  folder: string;
  loader: PluginLoader;
  /** Writes a plugin's file; the folder that it lies in must exist. */
  write(file: string, plugin: WrittenPlugin): Promise<void>;
}

export interface WrittenPlugin {
  name: string;
  version?: string;
  provider?: string;
  requires?: readonly string[];
  /** Code that runs when the plugin is opened. */
  opens?: string;
  /** Code that runs when a job is submitted. */
  submits?: string;
  /** Code at the top of the module. */
  top?: string;
}

export const textOf = ({
  name,
  version = "1",
  provider = name,
  requires = [],
  opens = "",
  submits = "",
  top = "",
}: WrittenPlugin) => `${top}
const events = globalThis.kilnTestEvents;
const leave = globalThis.kilnTestLeave;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default { name: "${name}", version: "${version}", requires: ${JSON.stringify(requires)}, provides: { modelProvider: async () => {
  const who = "${name} ${version}";
  ${opens}
  return { id: "${provider}", models: [], resubmit: "once",
    async submit() { ${submits} await wait(30); events.push(who + " ends"); return { state: "succeeded", outputs: [] }; },
    async close() { events.push(who + " closes"); } };
} } };
`;

/** Opens a loader on an empty folder, which goes at the end of the test. */
export async function openLoader(
  t: ExecutionContext,
  builtIn: readonly PluginDefinition[] = [],
  options: Partial<Pick<PluginLoaderOptions, "claims" | "only">> = {},
): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-loader-"));
  const loader = new PluginLoader({
    builtIn,
    pluginsDir: folder,
    only: null,
    ...options,
    host: { env: {}, dataDir: folder } as unknown as PluginHost,
    log: pino({ level: "silent" }),
    patienceMs: 300,
  });
  t.teardown(async () => {
    await loader.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, loader, write: (file, plugin) => writeFile(join(folder, file), textOf(plugin)) };
}

/** Returns the state and the version of every listed plugin, by name. */
export const stateOf = ({ registry }: PluginLoader) =>
  Object.fromEntries(registry.plugins.map(({ name, version, status }) => [name, `${status} ${version}`]));
