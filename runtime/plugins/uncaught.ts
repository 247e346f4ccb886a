import type { PluginDefinition, PointName } from "../../plugins/kit/define-plugin.js";
import type { Logger } from "../process/log.js";
import { reasonOf } from "../errors/reason-of.js";
import type { PluginContext } from "./plugin-context.js";
import { toldOf } from "./plugin-list.js";
import type { PluginRegistry } from "./registry.js";

/** The number of uncaught errors after which a version is switched off (rules/running 26). */
const MAX_UNCAUGHT = 3;

/** The extension points that `SERVICES` narrows. Every process needs the other drivers, whatever it hosts. */
const NARROWED: readonly string[] = [
  "modelProvider",
  "textModel",
  "transcriber",
  "applications",
] satisfies PointName[];

/**
 * Returns true for plugins that `SERVICES` does not narrow: those with a driver at an extension point that
 * every process needs. Only plugins of models, texts, transcripts and Applications can be done without.
 */
export const isInfrastructure = ({ provides }: PluginDefinition): boolean =>
  Object.keys(provides).some((point) => !NARROWED.includes(point));

/**
 * Returns the context of one version of a plugin. An uncaught error is shown in the log and, while that version
 * serves, in the operator's list (rules/running 41). The third one switches the plugin off if `canSwitchOff` allows it, so
 * that its jobs wait for another version, or fail after PROVIDER_GONE_SECONDS.
 */
export function watchedContext(
  registry: PluginRegistry,
  log: Logger,
  { name, root }: Pick<PluginContext, "name" | "root">,
  canSwitchOff: () => boolean,
): PluginContext {
  let count = 0;
  const context: PluginContext = {
    name,
    root,
    report(error) {
      count += 1;
      log.error({ plugin: context.name, err: error }, `The plugin ${context.name} threw an uncaught error`);
      // A version that no longer serves, or never did, must not count against the one that does.
      const version = registry.versionOf(context);
      if (version === null) return;
      const message = toldOf(reasonOf(error));
      if (count < MAX_UNCAUGHT || !canSwitchOff())
        return registry.noteFault(
          context.name,
          `Version ${version} threw an uncaught error, ${count} so far: ${message}`,
        );
      registry.switchOff(
        context.name,
        `Version ${version} was switched off after ${count} uncaught errors, the last one: ${message} Edit it or load it again to switch it on.`,
      );
      log.error(`The plugin ${context.name} was switched off.`);
    },
  };
  return context;
}
