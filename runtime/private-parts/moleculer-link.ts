import type { ServiceBroker } from "moleculer";
import type { NatsConnection } from "nats";

/** Returns false for a broker without a transporter, which has no other nodes. */
export const hasTransporter = (broker: ServiceBroker): boolean => broker.transit !== undefined;

/** Returns true while the broker is connected to the other nodes; false without a transporter. */
export const isConnected = (broker: ServiceBroker): boolean => broker.transit?.connected ?? false;

/** Returns the broker's transporter; undefined without one. */
export const transporterOf = (broker: ServiceBroker): unknown => broker.transit?.tx;

/**
 * Tells the broker that its connection is lost or back. While it is lost, the broker refuses calls to other
 * nodes at once and sends nothing.
 */
export function setConnected(broker: ServiceBroker, connected: boolean): void {
  const { transit } = broker;
  if (transit) transit.connected = transit.tx.connected = connected;
}

/** Returns true after the broker has begun to close its connection itself. */
export const isDisconnecting = (broker: ServiceBroker): boolean => broker.transit?.disconnecting ?? false;

/** Sends the description of this node to all other nodes at once. */
export async function announceNode(broker: ServiceBroker): Promise<void> {
  await broker.transit?.discoverer.sendLocalNodeInfo();
}

/** Asks all other nodes for their descriptions. */
export async function discoverNodes(broker: ServiceBroker): Promise<void> {
  await broker.transit?.discoverer.discoverAllNodes();
}

/** Returns the bytes of a packet as the broker's transporter would send it. */
export const packetBytes = (broker: ServiceBroker, packet: object): Buffer | undefined =>
  broker.transit?.tx.serialize(packet as never);

/** Returns the NATS connection of a transporter; null while it has none. */
export const natsConnectionOf = ({ client }: { client: unknown }): NatsConnection | null =>
  client as NatsConnection | null;
