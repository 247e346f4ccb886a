import { randomUUID } from "node:crypto";
import { Transporters } from "moleculer";
import type { Msg, NatsConnection } from "nats";
import { pendingCall } from "../private-parts/moleculer-calls.js";
import { natsConnectionOf } from "../private-parts/moleculer-link.js";

/** The status with which NATS answers at a message's reply address if nobody subscribes to its subject. */
const NO_RESPONDERS = 503;

/**
 * The pattern of an acceptable subject. A node's name is part of its subjects, and the NATS protocol consists
 * of lines of words, so a name with a space or line break could send any command with the permissions of this
 * connection.
 */
const SUBJECT = /^[^\s\p{C}]+$/u;
/**
 * The longest subject in bytes. A NATS server ends a connection that sends a line of more than 4,096 bytes,
 * of which the subject is a part.
 */
const MOST_SUBJECT_BYTES = 1024;

const isSubject = (topic: string): boolean =>
  SUBJECT.test(topic) && Buffer.byteLength(topic) <= MOST_SUBJECT_BYTES;

/** The data that the broker passes to its transporter in addition to the bytes. */
interface Sent {
  packet: { type: string; target: string | null; payload: { id?: string } };
  balanced?: boolean;
}

export interface Unheard {
  nodeId: string;
  /** The id of the call that nobody received; null for a probe. */
  callId: string | null;
}

/**
 * The broker's transporter over NATS, extended to learn when nobody receives what it sends to a node. The
 * NATS server drops the subscriptions of a process as soon as its connection ends, and reports that to each
 * sender with a reply address. Requests have one, and so has a probe, which has no effect in the node that
 * receives it.
 */
export class HeardTransporter extends Transporters.NATS {
  /**
   * The inbox in the form of NATS. Its own library has a function for it, but the broker loads that library
   * only if it uses NATS.
   */
  readonly #inbox = `_INBOX.${randomUUID().replaceAll("-", "")}`;
  /** The id of the last probe by node; `#nodes` holds the node by probe id. */
  readonly #probed = new Map<string, string>();
  readonly #nodes = new Map<string, string>();
  #probes = 0;
  /** Called for each message that nobody received. */
  onUnheard: (unheard: Unheard) => void = () => {};

  #nats(): NatsConnection | null {
    return natsConnectionOf(this);
  }

  override onConnected(wasReconnect?: boolean): Promise<void> {
    this.#nats()?.subscribe(`${this.#inbox}.*`, { callback: (_, message) => this.#hear(message) });
    this.#nats()?.subscribe(this.#probeTopic(this.nodeID), { callback: () => {} });
    return super.onConnected(wasReconnect);
  }

  override send(topic: string, data: Buffer, sent?: Record<string, unknown>): Promise<void> {
    if (!isSubject(topic)) return Promise.resolve();
    const { type, target, payload } = (sent as Sent | undefined)?.packet ?? {};
    const callId = type === "REQ" && !sent?.balanced && target ? payload?.id : undefined;
    if (callId === undefined) return super.send(topic, data);
    this.#nats()?.publish(topic, data, { reply: `${this.#inbox}.${callId}` });
    return Promise.resolve();
  }

  /** Asks the NATS server whether one of Kiln's nodes is there. A node that is there does not answer. */
  probe(nodeId: string): void {
    const subject = this.#probeTopic(nodeId);
    if (this.connected && isSubject(subject))
      this.#nats()?.publish(subject, undefined, this.#probeOf(nodeId));
  }

  /**
   * Probes a stock node, which has no subscription for probes, by a request for a sign of life or for its
   * offer. The node answers with a packet of its own.
   */
  ask(nodeId: string, type: "PING" | "DISCOVER"): void {
    const subject = this.getTopicName(type, nodeId);
    if (!this.connected || !isSubject(subject)) return;
    const answer = this.#probeOf(nodeId);
    const payload = type === "PING" ? { time: Date.now(), id: answer.reply } : {};
    const packet = this.serialize({ type, target: nodeId, payload } as never);
    this.#nats()?.publish(subject, packet, answer);
  }

  /**
   * Registers a new probe of a node and returns its reply address. The probe of a living node is not
   * answered; the node's next probe replaces its entry.
   */
  #probeOf(nodeId: string): { reply: string } {
    const id = `probe-${(this.#probes += 1)}`;
    this.forgetProbe(nodeId);
    this.#probed.set(nodeId, id);
    this.#nodes.set(id, nodeId);
    return { reply: `${this.#inbox}.${id}` };
  }

  /** Returns true if a node was probed or asked and NATS has not reported that it is gone. */
  isProbed(nodeId: string): boolean {
    return this.#probed.has(nodeId);
  }

  /** Forgets the last probe of a node that has gone. */
  forgetProbe(nodeId: string): void {
    this.#nodes.delete(this.#probed.get(nodeId) ?? "");
    this.#probed.delete(nodeId);
  }

  #probeTopic(nodeId: string): string {
    return this.getTopicName("PROBE", nodeId);
  }

  #hear({ headers, subject }: Msg): void {
    if (headers?.code !== NO_RESPONDERS) return;
    const id = subject.slice(this.#inbox.length + 1);
    const call = pendingCall(this.broker, id);
    if (call !== undefined) return this.onUnheard({ nodeId: call.nodeId, callId: id });
    const nodeId = this.#nodes.get(id);
    if (nodeId === undefined) return;
    this.forgetProbe(nodeId);
    this.onUnheard({ nodeId, callId: null });
  }
}
