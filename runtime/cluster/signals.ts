import { EventEmitter } from "node:events";
import type { ServiceBroker } from "moleculer";
import { sendEventTo } from "../private-parts/moleculer.js";
import { withoutDeadline } from "../concurrency/current-call.js";

/** Wake-ups between processes. Their loss costs a poll, never a fact: everyone re-reads the row. */
export interface SignalMap {
  /** A queue has work that is due, of the payer if one is named. Of who works on it only the node `to` looks, or all. `task` is new, and what `to` may claim. */
  "task.ready": {
    queue: string;
    payer?: string;
    to?: string;
    hops?: number;
    task?: { id: string; subject: string };
  };
  /** The queues that a process works on. */
  "task.workers": { queues: readonly string[] };
  /** A job reached a state in which nothing more happens; waiting requests re-read it. */
  "job.settled": { id: string };
  /** A job was canceled while it may be running somewhere. */
  "job.canceled": { id: string };
  /** A run came further, or ended. */
  "run.moved": { id: string };
  /** A run was stopped while it may be worked on somewhere. */
  "run.stopped": { id: string };
  /** An account has something new to hear of (services/events). */
  "account.changed": { id: string };
  /** A transcription ended. */
  "transcription.settled": { id: string };
  /** A translation job came further, or ended. */
  "translation.moved": { id: string };
  /** The client that waited for a call has left; see runtime/actions/waiters.ts. */
  "caller.left": { waiter: string };
  /** A process has counted a failure of a provider. */
  "provider.failed": { provider: string };
  /** An operator changed the catalog, or a provider came or left. */
  "catalog.changed": Record<string, never>;
}

export type SignalName = keyof SignalMap;

const EVENT = "kiln.signal";

/** Sends wake-ups to every process of the deployment, this one included. */
export class Signals {
  readonly #local = new EventEmitter().setMaxListeners(0);
  readonly #broker: ServiceBroker;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    broker.createService({
      name: "$signals",
      events: {
        [EVENT]: {
          handler: (context: { params: { name: SignalName; data: unknown; from: string } }) => {
            const { name, data, from } = context.params;
            if (from !== broker.nodeID) this.#local.emit(name, data, from);
          },
        },
      },
    } as never);
  }

  /** Id of this process among the nodes. */
  get node(): string {
    return this.#broker.nodeID;
  }

  send<N extends SignalName>(name: N, data: SignalMap[N]): void {
    this.sendLocal(name, data);
    // Without NATS every process finds its work by its poll.
    if (this.#broker.transit?.connected)
      void this.#broker.broadcast(EVENT, { name, data, from: this.#broker.nodeID }).catch(() => {});
  }

  /** Sends a wake-up to one other process only. */
  sendTo<N extends SignalName>(node: string, name: N, data: SignalMap[N]): void {
    sendEventTo(this.#broker, node, EVENT, { name, data, from: this.#broker.nodeID });
  }

  /** Tells of nodes that come and go; gives the function that stops that. */
  onNode({ came, left }: { came(node: string): void; left(node: string): void }): () => void {
    const { localBus } = this.#broker;
    const [onCame, onLeft] = [came, left].map(
      (tell) =>
        ({ node }: { node: { id: string } }) =>
          tell(node.id),
    ) as [(event: unknown) => void, (event: unknown) => void];
    localBus.on("$node.connected", onCame);
    localBus.on("$node.disconnected", onLeft);
    return () => {
      localBus.off("$node.connected", onCame);
      localBus.off("$node.disconnected", onLeft);
    };
  }

  /** For what every process finds out by itself. */
  sendLocal<N extends SignalName>(name: N, data: SignalMap[N]): void {
    withoutDeadline(() => this.#local.emit(name, data, this.#broker.nodeID));
  }

  /** `node` is where it comes from. Gives the function that stops listening. */
  on<N extends SignalName>(name: N, listener: (data: SignalMap[N], node: string) => void): () => void {
    this.#local.on(name, listener);
    return () => this.#local.off(name, listener);
  }
}
