/** What a plugin's file imports, for types in its comments too: the definition of a plugin, and the kit that it is handed. */
export * from "./plugin-definition.js";
export type { Kit, PluginExport } from "./kit.js";
