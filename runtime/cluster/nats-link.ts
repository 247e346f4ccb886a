import type { ServiceBroker } from "moleculer";
import { natsClientOf } from "../private-parts/moleculer.js";
import type { Logger } from "../process/log.js";

/** Largest message that the NATS server takes, in bytes; null without NATS. */
export const maxPayloadOf = (broker: ServiceBroker): number | null =>
  natsClientOf(broker)?.info?.max_payload ?? null;

/** When a process found its way back to the others; by broker. */
const returns = new WeakMap<ServiceBroker, number>();
/** Until then those who are there have said so again. */
const SETTLE_MS = 5000;

/**
 * Whether what this process knows of the others can be believed. Cut off from NATS it sees everybody leave, and for
 * some seconds after it is back it has not heard of all of them again. Always true without NATS.
 */
export const seesOthers = (broker: ServiceBroker): boolean =>
  !broker.transit ||
  (broker.transit.connected && performance.now() - (returns.get(broker) ?? -SETTLE_MS) >= SETTLE_MS);

/**
 * Follows the connection to NATS, whose loss the broker does not notice by itself: its client reconnects
 * and keeps messages meanwhile, so that calls would leave after their callers gave up. From here on they
 * fail at once (503 `unavailable`), readiness is red, and the nodes look for each other when it is back.
 */
export function followNats(broker: ServiceBroker, log: Logger): void {
  const client = natsClientOf(broker);
  const { transit } = broker;
  if (client === null || !transit) return;
  const setConnected = (isConnected: boolean) => {
    transit.connected = isConnected;
    transit.tx.connected = isConnected;
  };
  const follow = async () => {
    for await (const { type } of client.status()) {
      if (transit.disconnecting || broker.stopping) return;
      if (type === "disconnect") {
        setConnected(false);
        log.warn("The connection to NATS is lost.");
      } else if (type === "reconnect") {
        returns.set(broker, performance.now());
        setConnected(true);
        log.info("The connection to NATS is back.");
        await transit.discoverer.sendLocalNodeInfo();
        await transit.discoverer.discoverAllNodes();
      }
    }
  };
  follow().catch((error: unknown) => log.error(error, "the connection to NATS is not watched any more"));
}
