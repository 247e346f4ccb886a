import { hostname } from "node:os";
import type { ServiceBroker } from "moleculer";
import { hostedServices } from "../private-parts/moleculer.js";
import { fromBroker } from "../errors/from-broker.js";
import { seesOthers } from "./nats-link.js";
import type { PluginLoader } from "../plugins/plugin-loader.js";
import type { LoadedPlugin } from "../plugins/plugin-list.js";

/** The description that a process gives of itself. */
export interface NodeInfo {
  id: string;
  hostname: string;
  pid: number;
  uptimeSeconds: number;
  memoryBytes: number;
  services: readonly string[];
  /** The areas whose edge part the process runs, whether it hosts them or not. */
  edges: readonly string[];
  /** True for a command that runs only briefly, so that changing its services would have no effect. */
  isPassing: boolean;
  plugins: readonly LoadedPlugin[];
}

export type AreaVerb = "load" | "unload" | "reload";

/** The areas of this process, as far as other processes ask for them. */
interface HostedAreas {
  readonly names: readonly string[];
  readonly edges: readonly string[];
  change(name: string, verb: AreaVerb): Promise<void>;
}

const SERVICE = "$kiln";

/** The milliseconds without an answer after which a process is listed as silent. */
const PATIENCE_MS = 2000;
/** The milliseconds for which a process that was lost without a farewell is remembered. */
const REMEMBERED_MS = 600_000;

interface Gone {
  id: string;
  services: readonly { name: string }[];
}

/** The known state of the deployment's processes. */
export interface Survey {
  nodes: NodeInfo[];
  /**
   * The ids of processes that are there and do not answer, or were lost within ten minutes without a
   * farewell.
   */
  silent: string[];
}

/** Queries and controls the processes of the deployment, including this one. */
export class Nodes {
  readonly #broker: ServiceBroker;
  /** The times at which processes were lost, by their ids. */
  readonly #lost = new Map<string, number>();

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    broker.localBus.on("$node.disconnected", ({ node, unexpected }: { node: Gone; unexpected: boolean }) => {
      // The services of foreign nodes are hidden, so foreign nodes are not remembered.
      const isOurs = node.services.some(({ name }) => name === SERVICE);
      if (unexpected && isOurs) this.#lost.set(node.id, performance.now());
    });
    broker.localBus.on("$node.connected", ({ node }: { node: { id: string } }) => this.#lost.delete(node.id));
  }

  get own(): string {
    return this.#broker.nodeID;
  }

  /**
   * False while this process is cut off from the others, because an empty list then says nothing about them.
   */
  get seesOthers(): boolean {
    return seesOthers(this.#broker);
  }

  /** Registers the actions by which other processes query and control this one. */
  serve(areas: HostedAreas, loader: PluginLoader, { isPassing }: { isPassing: boolean }): void {
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

  /** Returns every process that answers, without commands that run only briefly. */
  async list(): Promise<NodeInfo[]> {
    return (await this.survey()).nodes.filter(({ isPassing }) => !isPassing);
  }

  /**
   * Returns the same as `list`, except that a command which sees no other process returns itself, as a model
   * of what its environment would make a process do.
   */
  async listOrSelf(): Promise<NodeInfo[]> {
    return (await this.surveyOrSelf()).nodes;
  }

  /** Returns the same as `listOrSelf`, with the ids of processes that do not answer. */
  async surveyOrSelf(): Promise<Survey> {
    const { nodes, silent } = await this.survey();
    const serving = nodes.filter(({ isPassing }) => !isPassing);
    return { nodes: serving.length > 0 ? serving : nodes, silent };
  }

  /** Asks every process, including brief commands; takes at most 2 s. */
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
