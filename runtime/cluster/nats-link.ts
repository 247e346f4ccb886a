import type { ServiceBroker } from "moleculer";
import { natsClientOf } from "../private-parts/moleculer.js";
import {
  announceNode,
  discoverNodes,
  hasTransporter,
  isConnected,
  isDisconnecting,
  setConnected,
} from "../private-parts/moleculer-link.js";
import type { Logger } from "../process/log.js";

/** Returns the largest message in bytes that the NATS server accepts; null without NATS. */
export const maxPayloadOf = (broker: ServiceBroker): number | null =>
  natsClientOf(broker)?.info?.max_payload ?? null;

/** The time at which each broker's process reconnected to NATS. */
const returns = new WeakMap<ServiceBroker, number>();
/** The milliseconds after a reconnect within which the other nodes have announced themselves again. */
const SETTLE_MS = 5000;

/**
 * Returns whether this process's view of the other nodes can be believed. Cut off from NATS it sees everybody
 * leave, and for some seconds after a reconnect it has not heard of all of them again. Always true without
 * NATS.
 */
export const seesOthers = (broker: ServiceBroker): boolean =>
  !hasTransporter(broker) ||
  (isConnected(broker) && performance.now() - (returns.get(broker) ?? -SETTLE_MS) >= SETTLE_MS);

/**
 * Follows the connection to NATS, whose loss the broker does not notice by itself: the NATS client reconnects
 * and keeps messages meanwhile, so calls would leave after their callers gave up. With this function they
 * fail at once (503 `unavailable`) and readiness is red while the connection is lost, and the nodes discover
 * each other when it is back.
 */
export function followNats(broker: ServiceBroker, log: Logger): void {
  const client = natsClientOf(broker);
  if (client === null) return;
  const follow = async () => {
    for await (const { type } of client.status()) {
      if (isDisconnecting(broker) || broker.stopping) return;
      if (type === "disconnect") {
        setConnected(broker, false);
        log.warn("The connection to NATS is lost.");
      } else if (type === "reconnect") {
        returns.set(broker, performance.now());
        setConnected(broker, true);
        log.info("The connection to NATS is back.");
        await announceNode(broker);
        await discoverNodes(broker);
      }
    }
  };
  follow().catch((error: unknown) => log.error(error, "the connection to NATS is not watched any more"));
}
