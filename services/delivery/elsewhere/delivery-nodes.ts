import type { Host } from "../../../runtime/process/host.js";
import { rankNodes } from "./rank-nodes.js";

/** Milliseconds for which a node that did not answer is asked last. */
const AWAY_MS = 5000;

/** The processes of the cluster that host delivery, as a gateway without it sees them. */
export class DeliveryNodes {
  readonly #host: Pick<Host, "deliveryUrls" | "config">;
  readonly #away = new Map<string, number>();
  #turn = 0;

  constructor(host: Pick<Host, "deliveryUrls" | "config">) {
    this.#host = host;
  }

  /** Returns the nodes in the order in which they are asked for a project. */
  of(projectId: string): string[] {
    const { deliveryReplicas: replicas } = this.#host.config;
    const urls = [...new Set(this.#host.deliveryUrls())];
    const ranked = rankNodes(urls, { projectId, replicas, turn: (this.#turn += 1) });
    return ranked.toSorted((a, b) => Number(this.#isAway(a)) - Number(this.#isAway(b)));
  }

  failed(url: string): void {
    this.#away.set(url, performance.now() + AWAY_MS);
  }

  #isAway(url: string): boolean {
    return (this.#away.get(url) ?? 0) > performance.now();
  }
}
