import type { PluginDefinition, PointName } from "../../plugins/kit/define-plugin.js";
import type { Logger } from "../process/log.js";
import type { PluginContext } from "./plugin-context.js";
import type { PluginRegistry } from "./registry.js";
import { reasonOf } from "../errors/reason-of.js";

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
 * Returns the context of one version of a plugin. An uncaught error is shown in the log and, while the plugin
 * is loaded, in the operator's list. The third one switches the plugin off if `canSwitchOff` allows it, so
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
      const message = reasonOf(error);
      const listed = registry.find(context.name);
      if (listed?.status !== "loaded") return;
      if (count < MAX_UNCAUGHT || !canSwitchOff())
        return registry.note({
          ...listed,
          error: `It threw an uncaught error, ${count} so far: ${message}`,
        });
      registry.switchOff(
        context.name,
        `It was switched off after ${count} uncaught errors, the last one: ${message} Edit it or load it again to switch it on.`,
      );
      log.error(`The plugin ${context.name} was switched off.`);
    },
  };
  return context;
}
