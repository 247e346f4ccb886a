import type { Middleware, ServiceBroker } from "moleculer";
import { type KnownNode, knownNodes } from "../private-parts/moleculer.js";
import { elapsed } from "../process/clock.js";
import { mostBytesOf } from "./external-packets.js";
import { HeardTransporter } from "./heard-transporter.js";
import { KnownDescriptions } from "./known-descriptions.js";

/** With the making of routes, what comes or goes is known within half a second. */
const LOOK_MS = 200;
/** A stock node asks who is there half a second before it answers itself; one that says nothing for so long is left alone. */
const NEWCOMER_MS = 5000;
const MOST_NEWCOMERS = 200;
/** Of descriptions that all gateways together ask for in one look: nodes have to write them, and NATS to carry them. */
const MOST_BYTES = mostBytesOf("INFO");
/** Of those that one gateway asks for, however many there are; the next look goes on with the others. */
const LEAST_BYTES = 128 * 1024;
/** What a node is taken to say before it has said anything. */
const USUAL_BYTES = 8 * 1024;

/** In the metadata of a gateway that asks: the others share with it what is asked for. */
export const ASKS = { asksStrangers: true };

/** Bytes of descriptions that a gateway may ask for in one look, where so many others ask too. */
export const roomBeside = (others: number): number =>
  Math.max(LEAST_BYTES, Math.floor(MOST_BYTES / (others + 1)));

interface Packet {
  payload?: { ver?: unknown; sender?: unknown };
}
type Handle = (command: string, packet: Packet) => Promise<boolean>;
type Receive = (command: string, data: Buffer) => unknown;

/**
 * Asks nodes of third parties what they offer, five times a second: a stock node tells of a change a second later by itself
 * (`serviceChangedDebounceTime`), and at once when it is asked. A node that is gone is found by the same message, which nobody
 * takes. Stands before the middleware that checks packets, so that it sees what was checked and is not too long.
 */
export function askStrangers(): Middleware {
  let broker: ServiceBroker | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Who asked who is there, and is not known yet: since when, the one that was asked longest ago first. */
  const newcomers = new Map<string, { since: number; isAsked: boolean }>();
  const descriptions = new KnownDescriptions();
  const askedAt = new WeakMap<KnownNode, number>();

  function heard(command: string, { ver, sender }: Packet["payload"] & object): void {
    if (broker === undefined || typeof sender !== "string" || ver !== broker.PROTOCOL_VERSION) return;
    const node = broker.registry.nodes.get(sender) as KnownNode | undefined;
    if (command === "INFO") {
      newcomers.delete(sender);
      if (node !== undefined) descriptions.tookIn(node);
    } else if (command === "DISCONNECT") leave(sender);
    // Who is known is asked anyway, if it is a stranger. Two gateways that asked each other because they were asked would never end.
    else if (command === "DISCOVER" && !node?.available && newcomers.size < MOST_NEWCOMERS)
      newcomers.set(sender, { since: elapsed(), isAsked: false });
  }

  function leave(id: string): void {
    newcomers.delete(id);
    const tx = broker?.transit?.tx as unknown;
    if (tx instanceof HeardTransporter) tx.forgetProbe(id);
  }

  /** Asks the newcomers that there is room for; gives the room that is left. */
  function askNewcomers(tx: HeardTransporter, now: number, most: number): number {
    let room = most;
    // A node that is asked goes to the end of the map, where a loop over the map itself would meet them again.
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
    const tx = broker?.transit?.tx as unknown;
    if (!broker?.transit?.connected || broker.stopping || !(tx instanceof HeardTransporter)) return;
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
    name: "AskStrangers",
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
      if (broker?.transit) timer = setInterval(look, LOOK_MS).unref();
    },
    stopping() {
      clearInterval(timer);
    },
  } as never;
}

const asks = ({ local, available, metadata }: KnownNode): boolean =>
  !local && available && metadata?.asksStrangers === true;

const offers = ({ services }: KnownNode): boolean => (services?.length ?? 0) > 0;

/** Nodes that are there and none of Kiln's: first those that offer something, and of these who was asked longest ago. */
function inTurn(nodes: readonly KnownNode[], askedAt: WeakMap<KnownNode, number>): KnownNode[] {
  const strangers = nodes.filter(
    ({ local, available, metadata }) => !local && available && !metadata?.isKiln,
  );
  return strangers.toSorted(
    (a, b) => Number(offers(b)) - Number(offers(a)) || (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0),
  );
}
