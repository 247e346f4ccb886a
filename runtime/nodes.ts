import { hostname } from "node:os";
import type { ServiceBroker } from "moleculer";
import { fromBroker } from "./errors/from-broker.js";
import type { AreaHost } from "./area-host.js";
import { seesOthers } from "./nats-link.js";
import type { PluginLoader } from "./plugins/plugin-loader.js";
import type { LoadedPlugin } from "./plugins/registry.js";

/** What a process says of itself. */
export interface NodeInfo {
  id: string;
  hostname: string;
  pid: number;
  uptimeSeconds: number;
  memoryBytes: number;
  services: readonly string[];
  /** Areas of which it does the edge's part, hosted there or not. */
  edges: readonly string[];
  /** A command that passes by: what is changed there changes nothing. */
  isPassing: boolean;
  plugins: readonly LoadedPlugin[];
}

export type AreaVerb = "load" | "unload" | "reload";

const SERVICE = "$kiln";

/** Asks and steers the processes of the deployment, this one included. */
export class Nodes {
  readonly #broker: ServiceBroker;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
  }

  get own(): string {
    return this.#broker.nodeID;
  }

  /** False while this process is cut off from the others: that nobody is seen then says nothing of them. */
  get seesOthers(): boolean {
    return seesOthers(this.#broker);
  }

  /** Registers what this process answers to the others. */
  serve(areas: AreaHost, loader: PluginLoader, { isPassing }: { isPassing: boolean }): void {
    const describe = (): NodeInfo => ({
      id: this.#broker.nodeID,
      hostname: hostname(),
      pid: process.pid,
      uptimeSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
      services: areas.names,
      edges: areas.edges,
      isPassing,
      plugins: loader.registry.plugins,
    });
    this.#broker.createService({
      name: SERVICE,
      actions: {
        describe: { visibility: "public", handler: describe },
        reloadPlugin: {
          visibility: "public",
          handler: async ({ params }: { params: { name: string } }) => loader.reload(params.name),
        },
        changeArea: {
          visibility: "public",
          handler: async ({ params }: { params: { name: string; verb: AreaVerb } }) =>
            areas.change(params.name, params.verb),
        },
      },
    } as never);
  }

  /** Every process that answers; one that does not is left out, and so is a command that passes by. */
  async list(): Promise<NodeInfo[]> {
    return (await this.#all()).filter(({ isPassing }) => !isPassing);
  }

  /** Like `list`; a command that sees nobody else gives itself: what its environment would make a process do. */
  async listOrSelf(): Promise<NodeInfo[]> {
    const all = await this.#all();
    const serving = all.filter(({ isPassing }) => !isPassing);
    return serving.length > 0 ? serving : all;
  }

  async #all(): Promise<NodeInfo[]> {
    const nodes = this.#broker.registry.getNodeList({ onlyAvailable: true }) as { id: string }[];
    const answers = await Promise.allSettled(nodes.map(({ id }) => this.#ask<NodeInfo>(id, "describe", {})));
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  }

  reloadPlugin(node: string, name: string): Promise<boolean> {
    return this.#ask(node, "reloadPlugin", { name });
  }

  changeArea(node: string, name: string, verb: AreaVerb): Promise<void> {
    return this.#ask(node, "changeArea", { name, verb });
  }

  async #ask<T>(nodeID: string, verb: string, params: object): Promise<T> {
    try {
      return (await this.#broker.call(`${SERVICE}.${verb}`, params as never, { nodeID })) as T;
    } catch (error) {
      throw fromBroker(error);
    }
  }
}
