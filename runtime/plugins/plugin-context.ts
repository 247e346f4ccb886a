import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf code runs: a version of a plugin. */
export interface PluginContext {
  /** The plugin's name, or its file's until that is known. */
  name: string;
  /** The path under which its code lies; empty for built-in ones, which are known by who called them only. */
  root: string;
  /** Is told of an error that nobody caught. */
  report(error: unknown): void;
}

/** A context for plugins that nobody loaded from anywhere, as tests lend them. */
export const contextOf = (name: string): PluginContext => ({ name, root: "", report: () => {} });

const current = new AsyncLocalStorage<PluginContext>();
/** By root, the version that was loaded last. */
const byRoot = new Map<string, PluginContext>();

/** Runs a plugin's code; whatever it leaves behind (timers, listeners, promises) goes on in its name. */
export function inPlugin<T>(context: PluginContext, work: () => T): T {
  return current.run(context, work);
}

/** Runs what a plugin called of the service's own. */
export function outsidePlugins<T>(work: () => T): T {
  return current.exit(work);
}

/** From now on errors out of files under its root are this version's. */
export function ownRoot(context: PluginContext): void {
  if (context.root !== "") byRoot.set(context.root, context);
}

/** Whose an error is that nobody caught: of the plugin on whose behalf it was thrown, or in whose files; null for none's. */
export function pluginOf(error: unknown): PluginContext | null {
  const known = current.getStore();
  if (known !== undefined) return known;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const [root, context] of byRoot) if (stack.includes(root)) return context;
  return null;
}
