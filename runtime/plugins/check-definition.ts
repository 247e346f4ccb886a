import type { PluginDefinition, PointName } from "../../plugins/kit/define-plugin.js";

/** All extension points. The type is a record, so that the compiler demands every one of them. */
const KNOWN: Record<PointName, true> = {
  modelProvider: true,
  textModel: true,
  workflowNode: true,
  transcriber: true,
  applications: true,
  storageDriver: true,
  paymentGateway: true,
  mailer: true,
  graphqlPlugin: true,
  service: true,
};
/** The names that plugins may have. */
export const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** The most characters of a version. */
const MOST_OF_VERSION = 100;
const POINTS = Object.keys(KNOWN);

/** Returns the reason why a default export is not a plugin, or null. */
export function namesProblem(definition: Partial<PluginDefinition> | null | undefined): string | null {
  if (typeof definition !== "object" || definition === null)
    return "Its default export is neither a definition nor a function that returns one.";
  if (typeof definition.name !== "string" || !PLUGIN_NAME.test(definition.name))
    return "Its name must be a slug of lower-case letters, digits and dashes.";
  if (typeof definition.version !== "string" || definition.version === "") return "It has no version.";
  if (definition.version.length > MOST_OF_VERSION)
    return `Its version has more than ${MOST_OF_VERSION} characters.`;
  if (typeof definition.provides !== "object" || definition.provides === null) return "It provides nothing.";
  const unknown = Object.keys(definition.provides).filter((point) => !POINTS.includes(point));
  if (unknown.length > 0)
    return `It provides ${unknown.join(", ")}; the extension points are ${POINTS.join(", ")}.`;
  return null;
}
