import { AsyncLocalStorage } from "node:async_hooks";

/** The version of a plugin on whose behalf code runs. */
export interface PluginContext {
  /** The plugin's name, or its file's name until that is known. */
  name: string;
  /**
   * The path under which the plugin's code lies. It is empty for built-in plugins, whose uncaught errors are
   * recognised only by the context in which they are thrown.
   */
  root: string;
  /** Receives uncaught errors. */
  report(error: unknown): void;
}

/** Returns a context for plugins that were not loaded from a file, for tests. */
export const contextOf = (name: string): PluginContext => ({ name, root: "", report: () => {} });

const current = new AsyncLocalStorage<PluginContext>();
/** The version that was loaded last, by root. */
const byRoot = new Map<string, PluginContext>();

/** Runs a plugin's code; timers, listeners and promises that it leaves behind keep the plugin's context. */
export function inPlugin<T>(context: PluginContext, work: () => T): T {
  return current.run(context, work);
}

/** Runs Kiln's own code that a plugin called, outside of the plugin's context. */
export function outsidePlugins<T>(work: () => T): T {
  return current.exit(work);
}

/**
 * Attributes errors from files under the context's root to this version from now on. Returns the version that they
 * were attributed to before.
 */
export function ownRoot(context: PluginContext): PluginContext | null {
  const before = byRoot.get(context.root) ?? null;
  if (context.root !== "") byRoot.set(context.root, context);
  return before;
}

/**
 * Returns the plugin that an uncaught error belongs to: the one in whose context it was thrown, or else the
 * one whose path the error's stack contains; null if it is no plugin's error.
 */
export function pluginOf(error: unknown): PluginContext | null {
  const known = current.getStore();
  if (known !== undefined) return known;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const [root, context] of byRoot) if (stack.includes(root)) return context;
  return null;
}
