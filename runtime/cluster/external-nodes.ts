import { Errors, type Context, type Middleware, type ServiceBroker } from "moleculer";
import { abandonAfter } from "../actions/call-deadlines.js";
import { CALL_MS } from "../concurrency/current-call.js";
import { knownNode, knownNodes } from "../private-parts/moleculer.js";
import { forgetCall, pendingCall } from "../private-parts/moleculer-calls.js";
import type { Logger } from "../process/log.js";
import { ASKS } from "./ask-external-nodes.js";
import {
  checkedAnswer,
  checkedInfo,
  idsIn,
  isKiln,
  isStreamed,
  MOST_ANSWER_BYTES,
  mostBytesOf,
  type Payload,
} from "./external-packets.js";
import type { ExternalServices } from "./external-services.js";
import type { Membership } from "./membership.js";
import { offeredServices } from "./offered-services.js";

/** The number of third parties' nodes that are read. */
const MOST_NODES = 200;
const MOST_FAULTS = 500;
/** The pattern of node ids that may be part of a NATS subject (heard-transporter.ts). */
const NODE_ID = /^[^\s\p{C}*>]{1,200}$/u;

interface Packet {
  payload?: Payload;
}
type Handle = (command: string, packet: Packet) => Promise<boolean>;
type Receive = (command: string, data: Buffer) => unknown;
type Handler = (context: Context) => Promise<unknown>;

/** The error of a call whose answer is not passed on. */
class UnfitAnswerError extends Error {
  override readonly name = "UnfitAnswerError";
}

/**
 * Filters the packets that a broker for third parties receives. It accepts announcements of nodes, reduced to
 * the services on the whitelist, and answers to its own calls; requests and events are dropped unread. Every
 * packet is limited in size before it is parsed and rebuilt afterwards from the checked fields.
 */
export function externalNodes(external: ExternalServices, membership: Membership, log: Logger): Middleware {
  let broker: ServiceBroker | undefined;
  const told = new Set<string>();

  function tell(node: string, fault: string): void {
    if (told.size >= MOST_FAULTS || told.has(fault)) return;
    told.add(fault);
    log.warn({ node }, `external service: ${fault}`);
  }

  /**
   * Returns the checked description of a node, or null if there are too many nodes. Nodes of any Kiln
   * deployment offer nothing here.
   */
  function met(sender: string, payload: Payload): Payload | null {
    if (broker && knownNode(broker, sender) === undefined && knownNodes(broker).length >= MOST_NODES)
      return null;
    const offer = offeredServices(isKiln(payload) ? [] : payload.services, external);
    for (const fault of offer.faults) tell(sender, fault);
    return checkedInfo(payload, offer);
  }

  /** Returns the checked answer, or null if the packet is not an answer of the node that was asked. */
  function answered(sender: string, payload: Payload): Payload | null {
    const { id } = payload;
    const call = broker && typeof id === "string" ? pendingCall(broker, id) : undefined;
    if (call?.nodeId !== sender) return null;
    if (!isStreamed(payload)) return checkedAnswer(payload);
    refuse(call.id, "It is a stream.");
    return null;
  }

  /** Fails the call that a packet answers. */
  function refuse(id: string, why: string): void {
    if (broker === undefined) return;
    const call = pendingCall(broker, id);
    forgetCall(broker, id);
    call?.reject(new UnfitAnswerError(why));
  }

  return {
    name: "ExternalNodes",
    created(created: ServiceBroker) {
      broker = created;
      Object.assign(created.metadata, ASKS, { kilnProof: membership.proofOf(created.nodeID) });
    },
    transporterReceive: (next: Receive) => (command: string, data: Buffer) => {
      if (command === "REQ" || command === "EVENT") return undefined;
      if (data.length <= mostBytesOf(command)) return next(command, data);
      if (command === "RES")
        for (const id of idsIn(data)) refuse(id, `It has more than ${MOST_ANSWER_BYTES} bytes.`);
      return undefined;
    },
    transitMessageHandler: (next: Handle) => (command: string, packet: Packet) => {
      const { payload = {} } = packet;
      const { sender } = payload;
      const isSender = typeof sender === "string" && NODE_ID.test(sender);
      if (!isSender || sender === broker?.nodeID) return Promise.resolve(false);
      const checks = { INFO: met, RES: answered }[command];
      const checked = checks === undefined ? payload : checks(sender, payload);
      if (checked === null) return Promise.resolve(false);
      return next(command, Object.assign(packet, { payload: checked }));
    },
    remoteAction: (next: Handler, action: { name: string }) => (context: Context) =>
      abandonAfter(CALL_MS, next(context), () => {
        if (broker) forgetCall(broker, context.id);
        return new Errors.RequestTimeoutError({ action: action.name, nodeID: context.nodeID ?? "" });
      }),
  } as never;
}
