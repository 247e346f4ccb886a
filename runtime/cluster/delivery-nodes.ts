import type { ServiceBroker } from "moleculer";
import { hostedServices } from "../private-parts/moleculer.js";
import type { Config } from "../config/load-config.js";

const NAME = "delivery.http";

const EVERYWHERE = ["0.0.0.0", "::"];

/**
 * Announces to gateways without delivery the URL at which this process listens: the address that it binds, or
 * the machine's first address.
 */
export function announceDelivery(broker: ServiceBroker, { host }: Pick<Config, "host">, port: number): void {
  const { ipList = [] } = broker.getLocalNodeInfo() as { ipList?: string[] };
  const address = EVERYWHERE.includes(host) ? (ipList[0] ?? "127.0.0.1") : host;
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
  broker.createService({ name: NAME, metadata: { url } } as never);
}

/** Returns the URLs of the live processes of the cluster that host delivery. */
export function deliveryUrls(broker: ServiceBroker): string[] {
  return hostedServices(broker).flatMap(({ name, metadata, node }) =>
    name === NAME && node.available && typeof metadata?.url === "string" ? [metadata.url] : [],
  );
}
