/**
 * Joins the metrics of several processes into one page in Prometheus' text format: each family once, with the
 * samples of all.
 */
export function mergeMetrics(pages: readonly string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const family of pages.flatMap((page) => page.split(/\n\n+/))) {
    const lines = family.split("\n").filter((line) => line !== "");
    const [first] = lines;
    if (first === undefined) continue;
    const head = lines.filter((line) => line.startsWith("#"));
    const known = families.get(first) ?? { head, samples: [] };
    known.samples.push(...lines.filter((line) => !line.startsWith("#")));
    families.set(first, known);
  }
  return [...families.values()]
    .map(({ head, samples }) => `${[...head, ...samples].join("\n")}\n`)
    .join("\n");
}
