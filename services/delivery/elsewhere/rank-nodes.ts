import { hash } from "node:crypto";

/**
 * Returns the addresses of delivery nodes in the order in which they are asked for a project. The order is
 * the same for every gateway, and when a node comes or goes, only its own projects move (rendezvous hashing).
 * The first `replicas` nodes have the project's index and take turns; the others are asked when none of these
 * answers.
 */
export function rankNodes(
  urls: readonly string[],
  { projectId, replicas, turn }: { projectId: string; replicas: number; turn: number },
): string[] {
  const weighed = urls.map((url) => ({ url, weight: hash("sha1", `${url} ${projectId}`) }));
  const ranked = weighed.toSorted((a, b) => (a.weight < b.weight ? -1 : 1)).map(({ url }) => url);
  const holders = ranked.slice(0, replicas);
  const first = holders.length === 0 ? 0 : turn % holders.length;
  return [...holders.slice(first), ...holders.slice(0, first), ...ranked.slice(replicas)];
}
