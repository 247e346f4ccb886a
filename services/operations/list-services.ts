import type { Host } from "../../runtime/process/host.js";

/** Lists every area that a process hosts, with those processes. */
export async function listServices(host: Pick<Host, "nodes">): Promise<{ name: string; nodes: string[] }[]> {
  const services = new Map<string, string[]>();
  for (const { id, services: hosted } of await host.nodes.listOrSelf()) {
    for (const name of hosted) services.set(name, [...(services.get(name) ?? []), id]);
  }
  return [...services]
    .map(([name, nodes]) => ({ name, nodes }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
