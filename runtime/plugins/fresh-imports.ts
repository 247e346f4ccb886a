import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/** The current version of the modules under each URL prefix, which is a folder or one file. */
const versions = new Map<string, string>();
let isHooked = false;

const rootOf = (url: string): string | null => {
  if (url.includes("/node_modules/")) return null;
  for (const root of versions.keys())
    if (url === root || (root.endsWith("/") && url.startsWith(root))) return root;
  return null;
};

/**
 * Registers one resolve hook that appends `?v=<version>` to every file under a known root, except in
 * `node_modules`, so that the imports of a new version are fresh too. Late imports of an old version stay
 * with that version. Node keeps every imported version in memory, because it cannot unload modules.
 */
function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (resolved.url.includes("?")) return resolved;
      const root = rootOf(resolved.url);
      if (root === null) return resolved;
      const [parent, version] = (context.parentURL ?? "").split("?v=");
      const own =
        version !== undefined && parent !== undefined && rootOf(parent) === root
          ? version
          : versions.get(root);
      return { ...resolved, url: `${resolved.url}?v=${own}` };
    },
  });
}

/**
 * Removes the modules under a root from the cache of CommonJS, which finds modules by their path whatever
 * version asks.
 */
function forgetRequired(root: string): void {
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache)) {
    if (path === root || (root.endsWith("/") && path.startsWith(root) && !path.includes("/node_modules/")))
      delete cache[path];
  }
}

/**
 * Imports a file anew with everything that it imports from under `root`, except from `node_modules`. `root`
 * is the plugin's folder with a final slash, or the file itself.
 */
export async function importFresh(
  file: string,
  root: string,
  version: string,
): Promise<Record<string, unknown>> {
  hook();
  const path = pathToFileURL(root).href;
  const url = root.endsWith("/") && !path.endsWith("/") ? `${path}/` : path;
  const before = versions.get(url);
  versions.set(url, version);
  forgetRequired(root);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (error) {
    // Later imports from there get the version that works, not a part of the one that failed.
    if (before !== undefined && versions.get(url) === version) versions.set(url, before);
    throw error;
  }
}
