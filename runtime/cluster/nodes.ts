import { hostname } from "node:os";
import type { ServiceBroker } from "moleculer";
import { hostedServices } from "../private-parts/moleculer.js";
import { fromBroker } from "../errors/from-broker.js";
import type { AreaHost } from "../actions/area-host.js";
import { seesOthers } from "./nats-link.js";
import type { PluginLoader } from "../plugins/plugin-loader.js";
import type { LoadedPlugin } from "../plugins/registry.js";

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

/** A process that says nothing for so long is named as silent. */
const PATIENCE_MS = 2000;
/** For so long a process is remembered that went without a word. */
const REMEMBERED_MS = 600_000;

interface Gone {
  id: string;
  services: readonly { name: string }[];
}

/** What is known of the deployment's processes. */
export interface Survey {
  nodes: NodeInfo[];
  /** Ids of those that are there and do not answer, or went within ten minutes without a word. */
  silent: string[];
}

/** Asks and steers the processes of the deployment, this one included. */
export class Nodes {
  readonly #broker: ServiceBroker;
  /** When processes were lost, by their ids. */
  readonly #lost = new Map<string, number>();

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    broker.localBus.on("$node.disconnected", ({ node, unexpected }: { node: Gone; unexpected: boolean }) => {
      // What strangers offer is not known, so they are not named.
      const isOurs = node.services.some(({ name }) => name === SERVICE);
      if (unexpected && isOurs) this.#lost.set(node.id, performance.now());
    });
    broker.localBus.on("$node.connected", ({ node }: { node: { id: string } }) => this.#lost.delete(node.id));
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
    return (await this.survey()).nodes.filter(({ isPassing }) => !isPassing);
  }

  /** Like `list`; a command that sees nobody else gives itself: what its environment would make a process do. */
  async listOrSelf(): Promise<NodeInfo[]> {
    return (await this.surveyOrSelf()).nodes;
  }

  /** Like `listOrSelf`, with those that do not answer. */
  async surveyOrSelf(): Promise<Survey> {
    const { nodes, silent } = await this.survey();
    const serving = nodes.filter(({ isPassing }) => !isPassing);
    return { nodes: serving.length > 0 ? serving : nodes, silent };
  }

  /** Asks every process, those that pass by too; takes 2 s at most. */
  async survey(): Promise<Survey> {
    const services = hostedServices(this.#broker);
    const ids = services.flatMap(({ name, node }) => (name === SERVICE && node.available ? [node.id] : []));
    const answers = await Promise.all(
      ids.map(async (id) => ({
        id,
        info: await this.#ask<NodeInfo>(id, "describe", {}, PATIENCE_MS).catch(() => null),
      })),
    );
    for (const [id, since] of this.#lost)
      if (performance.now() - since > REMEMBERED_MS) this.#lost.delete(id);
    const hanging = answers.flatMap(({ id, info }) => (info === null ? [id] : []));
    return {
      nodes: answers.flatMap(({ info }) => info ?? []),
      silent: [...new Set([...hanging, ...this.#lost.keys()])].toSorted(),
    };
  }

  reloadPlugin(node: string, name: string): Promise<boolean> {
    return this.#ask(node, "reloadPlugin", { name });
  }

  changeArea(node: string, name: string, verb: AreaVerb): Promise<void> {
    return this.#ask(node, "changeArea", { name, verb });
  }

  async #ask<T>(nodeID: string, verb: string, params: object, timeout?: number): Promise<T> {
    try {
      const options = { nodeID, ...(timeout !== undefined && { timeout }) };
      return (await this.#broker.call(`${SERVICE}.${verb}`, params as never, options)) as T;
    } catch (error) {
      throw fromBroker(error);
    }
  }
}
