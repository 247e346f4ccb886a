import type { Middleware, ServiceBroker } from "moleculer";
import { type KnownNode, knownNode, knownNodes } from "../private-parts/moleculer.js";
import { hasTransporter, isConnected, transporterOf } from "../private-parts/moleculer-link.js";
import { elapsed } from "../process/clock.js";
import { mostBytesOf } from "./external-packets.js";
import { HeardTransporter } from "./heard-transporter.js";
import { KnownDescriptions } from "./known-descriptions.js";

/**
 * The milliseconds between two looks. Together with the making of routes, changes of a node's offer are known
 * within half a second.
 */
const LOOK_MS = 200;
/**
 * The milliseconds for which a newcomer is asked. A stock node sends DISCOVER half a second before it answers
 * itself; one that says nothing for this long is left alone.
 */
const NEWCOMER_MS = 5000;
const MOST_NEWCOMERS = 200;
/**
 * The bytes of descriptions that all gateways together ask for in one look, because nodes have to write them
 * and NATS has to carry them.
 */
const MOST_BYTES = mostBytesOf("INFO");
/**
 * The least bytes that one gateway asks for in a look, however many gateways there are; the next look
 * continues with the other nodes.
 */
const LEAST_BYTES = 128 * 1024;
/** The size that a node's description is assumed to have before it was received. */
const USUAL_BYTES = 8 * 1024;

/** The metadata of a gateway that asks external nodes; the other gateways count it to share MOST_BYTES. */
export const ASKS = { asksStrangers: true };

/**
 * Returns the bytes of descriptions that a gateway may ask for in one look if this many other gateways ask
 * too.
 */
export const roomBeside = (others: number): number =>
  Math.max(LEAST_BYTES, Math.floor(MOST_BYTES / (others + 1)));

interface Packet {
  payload?: { ver?: unknown; sender?: unknown };
}
type Handle = (command: string, packet: Packet) => Promise<boolean>;
type Receive = (command: string, data: Buffer) => unknown;

/**
 * Asks third parties' nodes five times a second what they offer. By itself a stock node announces a change a
 * second later (`serviceChangedDebounceTime`), but it answers at once when asked. The same message shows
 * which nodes are gone, because nobody receives it then. This middleware must stand before the one that
 * checks packets, so that it sees only packets that were checked and are not too long.
 */
export function askExternalNodes(): Middleware {
  let broker: ServiceBroker | undefined;
  let timer: NodeJS.Timeout | undefined;
  /**
   * The nodes that sent DISCOVER and are not known yet, with the time since when; the node that was asked
   * longest ago comes first.
   */
  const newcomers = new Map<string, { since: number; isAsked: boolean }>();
  const descriptions = new KnownDescriptions();
  const askedAt = new WeakMap<KnownNode, number>();

  function heard(command: string, { ver, sender }: Packet["payload"] & object): void {
    if (broker === undefined || typeof sender !== "string" || ver !== broker.PROTOCOL_VERSION) return;
    const node = knownNode(broker, sender);
    if (command === "INFO") {
      newcomers.delete(sender);
      if (node !== undefined) descriptions.tookIn(node);
    } else if (command === "DISCONNECT") leave(sender);
    // A known node of Kiln is not added here: two gateways that asked each other because they were asked
    // would never end. Known external nodes are asked anyway.
    else if (command === "DISCOVER" && !node?.available && newcomers.size < MOST_NEWCOMERS)
      newcomers.set(sender, { since: elapsed(), isAsked: false });
  }

  function leave(id: string): void {
    newcomers.delete(id);
    const tx = broker && transporterOf(broker);
    if (tx instanceof HeardTransporter) tx.forgetProbe(id);
  }

  /** Asks the newcomers that fit into the room and returns the bytes that are left. */
  function askNewcomers(tx: HeardTransporter, now: number, most: number): number {
    let room = most;
    // A node that is asked moves to the end of the map, where a loop over the map itself would meet it again.
    const inOrder = Array.from(newcomers);
    for (const [id, newcomer] of inOrder) {
      const isGone = newcomer.isAsked && !tx.isProbed(id);
      if (isGone || now - newcomer.since > NEWCOMER_MS) leave(id);
      else if (room >= USUAL_BYTES) {
        room -= USUAL_BYTES;
        tx.ask(id, "DISCOVER");
        newcomers.delete(id);
        newcomers.set(id, { ...newcomer, isAsked: true });
      }
    }
    return room;
  }

  function look(): void {
    if (broker === undefined || !isConnected(broker) || broker.stopping) return;
    const tx = transporterOf(broker);
    if (!(tx instanceof HeardTransporter)) return;
    const now = elapsed();
    const nodes = knownNodes(broker);
    let room = askNewcomers(tx, now, roomBeside(nodes.filter(asks).length));
    for (const node of inTurn(nodes, askedAt)) {
      if (newcomers.has(node.id)) continue;
      const bytes = descriptions.bytesOf(node) ?? USUAL_BYTES;
      if (bytes <= room) {
        room -= bytes;
        askedAt.set(node, now);
        tx.ask(node.id, "DISCOVER");
      } else if (offers(node)) tx.ask(node.id, "PING");
    }
  }

  return {
    name: "AskExternalNodes",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterReceive: (next: Receive) => (command: string, data: Buffer) => {
      if (command !== "INFO" || broker === undefined) return next(command, data);
      return descriptions.isRepeated(data, knownNodes(broker)) ? undefined : next(command, data);
    },
    transitMessageHandler: (next: Handle) => (command: string, packet: Packet) => {
      const done = next(command, packet);
      heard(command, packet.payload ?? {});
      return done;
    },
    started() {
      if (broker && hasTransporter(broker)) timer = setInterval(look, LOOK_MS).unref();
    },
    stopping() {
      clearInterval(timer);
    },
  } as never;
}

const asks = ({ local, available, metadata }: KnownNode): boolean =>
  !local && available && metadata?.asksStrangers === true;

const offers = ({ services }: KnownNode): boolean => (services?.length ?? 0) > 0;

/**
 * Returns the available nodes that are not Kiln's: first those that offer something, and among these the one
 * asked longest ago.
 */
function inTurn(nodes: readonly KnownNode[], askedAt: WeakMap<KnownNode, number>): KnownNode[] {
  const external = nodes.filter(({ local, available, metadata }) => !local && available && !metadata?.isKiln);
  return external.toSorted(
    (a, b) => Number(offers(b)) - Number(offers(a)) || (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0),
  );
}
