import { EventEmitter } from "node:events";
import type { ServiceBroker } from "moleculer";
import { sendEventTo } from "../private-parts/moleculer.js";
import { hasTransporter, isConnected } from "../private-parts/moleculer-link.js";
import { withoutDeadline } from "../concurrency/current-call.js";

/**
 * The wake-ups between processes. A lost wake-up costs only the time until the next poll, because every
 * receiver reads the row again.
 */
export interface SignalMap {
  /**
   * A queue has due work, of the payer if one is named. Of the processes that work on the queue, only the
   * node `to` looks, or all if it is missing. `task` is a new task that `to` may claim.
   */
  "task.ready": {
    queue: string;
    payer?: string;
    to?: string;
    hops?: number;
    task?: { id: string; subject: string };
  };
  /** The queues that a process works on. */
  "task.workers": { queues: readonly string[] };
  /** A job reached a final state; waiting requests read it again. */
  "job.settled": { id: string };
  /** A job was canceled while it may be running on some process. */
  "job.canceled": { id: string };
  /** A run advanced or ended. */
  "run.moved": { id: string };
  /** A run was stopped while some process may be working on it. */
  "run.stopped": { id: string };
  /** An account has a new event (services/events). */
  "account.changed": { id: string };
  /** A transcription ended. */
  "transcription.settled": { id: string };
  /** A translation job advanced or ended. */
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

/** Sends wake-ups to every process of the deployment, including this one. */
export class Signals {
  readonly #local = new EventEmitter().setMaxListeners(0);
  readonly #broker: ServiceBroker;
  /** False in a deployment of one process, which sends nothing. */
  readonly #hasOthers: boolean;

  constructor(broker: ServiceBroker) {
    this.#broker = broker;
    this.#hasOthers = hasTransporter(broker);
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

  /** The node id of this process. */
  get node(): string {
    return this.#broker.nodeID;
  }

  send<N extends SignalName>(name: N, data: SignalMap[N]): void {
    this.sendLocal(name, data);
    // Without NATS every other process finds its work by its poll.
    if (this.#hasOthers && isConnected(this.#broker))
      void this.#broker.broadcast(EVENT, { name, data, from: this.#broker.nodeID }).catch(() => {});
  }

  /** Sends a wake-up to one other process only. */
  sendTo<N extends SignalName>(node: string, name: N, data: SignalMap[N]): void {
    sendEventTo(this.#broker, node, EVENT, { name, data, from: this.#broker.nodeID });
  }

  /** Calls `came` and `left` for nodes that come and go, until the returned function is called. */
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

  /** Sends a wake-up within this process only, for changes that every process notices by itself. */
  sendLocal<N extends SignalName>(name: N, data: SignalMap[N]): void {
    withoutDeadline(() => this.#local.emit(name, data, this.#broker.nodeID));
  }

  /**
   * Calls the listener for each wake-up of a name, with the node that sent it, until the returned function is
   * called.
   */
  on<N extends SignalName>(name: N, listener: (data: SignalMap[N], node: string) => void): () => void {
    this.#local.on(name, listener);
    return () => this.#local.off(name, listener);
  }
}
