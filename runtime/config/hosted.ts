import { ConfigError } from "./load-config.js";

const escape = (text: string) => text.replace(/[^\w]/g, "\\$&");

/**
 * Picks from the existing names those that `SERVICES` selects (rules/running 8). A pattern may match nothing;
 * an unknown exact name stops the start. `plugins.<name>` entries narrow the plugins; null selects
 * everything.
 */
export function pickHosted(
  entries: readonly string[] | null,
  known: readonly string[],
  pending: readonly string[],
): { hosted: ReadonlySet<string>; plugins: ReadonlySet<string> | null } {
  if (entries === null) return { hosted: new Set(known), plugins: null };
  const hosted = new Set<string>();
  const plugins = new Set<string>();
  for (const entry of entries) {
    if (entry.startsWith("plugins.") && !entry.includes("*")) plugins.add(entry.slice("plugins.".length));
    else if (entry.includes("*")) {
      const pattern = new RegExp(`^${entry.split("*").map(escape).join(".*")}$`);
      for (const name of known) if (pattern.test(name)) hosted.add(name);
    } else if (known.includes(entry)) hosted.add(entry);
    else if (!pending.includes(entry))
      throw new ConfigError(
        `SERVICES must name services of ${[...known, "plugins.<name>"].join(", ")}, not "${entry}".`,
      );
  }
  return { hosted, plugins: plugins.size === 0 ? null : plugins };
}
