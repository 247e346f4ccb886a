import type { Middleware, ServiceBroker } from "moleculer";
import { type KnownNode, knownNodes } from "../private-parts/moleculer.js";
import { elapsed } from "../process/elapsed.js";
import { HeardTransporter } from "./heard-transporter.js";

/** With the making of routes, what comes or goes is known within half a second. */
const LOOK_MS = 200;
/** A stock node asks who is there half a second before it answers itself; one that says nothing for so long is left alone. */
const NEWCOMER_MS = 5000;
const MOST_NEWCOMERS = 200;
/** Of descriptions that are asked for in one look; the next look goes on with the others. */
const MOST_BYTES = 128 * 1024;
/** What a node is taken to say before it has said anything. */
const USUAL_BYTES = 8 * 1024;

interface Packet {
  payload?: { ver?: unknown; sender?: unknown };
}
type Handle = (command: string, packet: Packet) => Promise<boolean>;
type Receive = (command: string, data: Buffer) => unknown;

/**
 * Asks nodes of third parties what they offer, five times a second: a stock node tells of a change a second later by itself
 * (`serviceChangedDebounceTime`), and at once when it is asked. Whoever is gone is found by the same message, which nobody
 * takes. Stands before the middleware that checks packets, so that it sees what was checked.
 */
export function askStrangers(): Middleware {
  let broker: ServiceBroker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let arriving = 0;
  /** When they were first heard of. */
  const newcomers = new Map<string, number>();
  const bytesOf = new WeakMap<KnownNode, number>();
  const askedAt = new WeakMap<KnownNode, number>();

  function heard(command: string, { ver, sender }: Packet["payload"] & object): void {
    if (broker === undefined || typeof sender !== "string" || ver !== broker.PROTOCOL_VERSION) return;
    if (command === "INFO") {
      newcomers.delete(sender);
      const node = broker.registry.nodes.get(sender) as KnownNode | undefined;
      if (node !== undefined) bytesOf.set(node, arriving);
    } else if (command === "DISCOVER" && newcomers.size < MOST_NEWCOMERS) newcomers.set(sender, elapsed());
  }

  function look(): void {
    const tx = broker?.transit?.tx as unknown;
    if (!broker?.transit?.connected || broker.stopping || !(tx instanceof HeardTransporter)) return;
    const now = elapsed();
    for (const [id, since] of newcomers)
      if (now - since > NEWCOMER_MS) newcomers.delete(id);
      else tx.ask(id, "DISCOVER");
    let room = MOST_BYTES;
    for (const node of inTurn(knownNodes(broker), askedAt)) {
      if (newcomers.has(node.id)) continue;
      const bytes = bytesOf.get(node) ?? USUAL_BYTES;
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
      arriving = data.length;
      return next(command, data);
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
