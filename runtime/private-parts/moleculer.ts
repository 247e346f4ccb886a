import type { ServiceBroker } from "moleculer";

/** The NATS client that the broker's transporter uses. */
export interface NatsClient {
  info?: { max_payload: number };
  status(): AsyncIterable<{ type: string }>;
}

/** Returns the NATS client; null without NATS. */
export const natsClientOf = (broker: ServiceBroker): NatsClient | null =>
  (broker.transit?.tx as unknown as { client?: NatsClient | null } | undefined)?.client ?? null;

/** A node in the registry of a broker. */
export interface KnownNode {
  id: string;
  local: boolean;
  available: boolean;
  /**
   * The time of the last heartbeat as the uptime of this process in whole seconds; 0 before the first one.
   */
  lastHeartbeatTime: number;
  metadata?: Readonly<Record<string, unknown>>;
  services?: readonly unknown[];
}

/** A service in the registry, with the node that hosts it. */
export interface HostedService {
  name: string;
  actions: object;
  metadata?: Readonly<Record<string, unknown>>;
  node: KnownNode;
}

export const hostedServices = (broker: ServiceBroker): readonly HostedService[] =>
  broker.registry.services.services as unknown as HostedService[];

export const knownNodes = (broker: ServiceBroker): KnownNode[] =>
  broker.registry.nodes.toArray() as unknown as KnownNode[];

/** Returns the node with this id, also one that is not available any more. */
export const knownNode = (broker: ServiceBroker, id: string): KnownNode | undefined =>
  broker.registry.nodes.get(id) as unknown as KnownNode | undefined;

/** The parts of the broker that send an event to one node. */
interface Directed {
  transit?: { connected: boolean; sendEvent(context: object): Promise<unknown> };
  ContextFactory: {
    create(broker: ServiceBroker, endpoint: object, params: object, options: object): object;
  };
}

/** Sends an event to one other node if there is a connection to it. A lost event is not an error. */
export function sendEventTo(broker: ServiceBroker, nodeId: string, event: string, params: object): void {
  const { transit, ContextFactory } = broker as unknown as Directed;
  if (!transit?.connected) return;
  const context = ContextFactory.create(broker, { id: nodeId, node: { id: nodeId } }, params, {});
  void transit
    .sendEvent(Object.assign(context, { eventName: event, eventType: "broadcast" }))
    .catch(() => {});
}
