import { randomUUID } from "node:crypto";
import { Transporters } from "moleculer";
import type { Msg, NatsConnection } from "nats";

/** NATS answers so, to the reply address of a message, when nobody subscribes to its subject. */
const NO_RESPONDERS = 503;

/**
 * The name of a node is part of the subjects that it is answered on, and the protocol of NATS is lines of words: a name with a
 * space or a line break in it would say whatever its sender likes, with the permissions of this connection.
 */
const SUBJECT = /^[^\s\p{C}]+$/u;
/** A server of NATS ends the connection that sends a line of more than 4,096 bytes, of which the subject is a part. */
const MOST_SUBJECT_BYTES = 1024;

const isSubject = (topic: string): boolean =>
  SUBJECT.test(topic) && Buffer.byteLength(topic) <= MOST_SUBJECT_BYTES;

/** What the broker hands to its transporter beside the bytes. */
interface Sent {
  packet: { type: string; target: string | null; payload: { id?: string } };
  balanced?: boolean;
}

export interface Unheard {
  nodeId: string;
  /** Id of the call that nobody took; null for a probe. */
  callId: string | null;
}

/**
 * The broker's transporter over NATS, which also learns when nobody takes what it sends to a node: the server drops the
 * subscriptions of a process as soon as its connection ends, and tells so each sender that asks to be told. Requests ask, and so
 * does a probe, which reaches the node and does nothing there.
 */
export class HeardTransporter extends Transporters.NATS {
  /** As NATS names one; its library, which the broker loads where there is a NATS, has a function for it. */
  readonly #inbox = `_INBOX.${randomUUID().replaceAll("-", "")}`;
  /** The last probe of each node, by the node, and the node by its probe. */
  readonly #probed = new Map<string, string>();
  readonly #nodes = new Map<string, string>();
  #probes = 0;
  /** Told of each message that nobody took. */
  onUnheard: (unheard: Unheard) => void = () => {};

  #nats(): NatsConnection | null {
    return this.client as NatsConnection | null;
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

  /** Asks the server whether one of our nodes is there. Nothing comes back from one that is. */
  probe(nodeId: string): void {
    const subject = this.#probeTopic(nodeId);
    if (this.connected && isSubject(subject))
      this.#nats()?.publish(subject, undefined, this.#probeOf(nodeId));
  }

  /**
   * The same of a stock node, which subscribes to no such subject: it is asked for a sign of life, or for what it offers. It
   * answers with a packet of its own.
   */
  ask(nodeId: string, type: "PING" | "DISCOVER"): void {
    const subject = this.getTopicName(type, nodeId);
    if (!this.connected || !isSubject(subject)) return;
    const answer = this.#probeOf(nodeId);
    const payload = type === "PING" ? { time: Date.now(), id: answer.reply } : {};
    const packet = this.serialize({ type, target: nodeId, payload } as never);
    this.#nats()?.publish(subject, packet, answer);
  }

  /** The probe of a living node is not answered; the next probe of that node replaces its entry. */
  #probeOf(nodeId: string): { reply: string } {
    const id = `probe-${(this.#probes += 1)}`;
    this.forgetProbe(nodeId);
    this.#probed.set(nodeId, id);
    this.#nodes.set(id, nodeId);
    return { reply: `${this.#inbox}.${id}` };
  }

  /** Whether a node was probed or asked, and nobody has said that it is not there. */
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
    const call = this.transit.pendingRequests.get(id);
    if (call !== undefined) return this.onUnheard({ nodeId: call.nodeID, callId: id });
    const nodeId = this.#nodes.get(id);
    if (nodeId === undefined) return;
    this.forgetProbe(nodeId);
    this.onUnheard({ nodeId, callId: null });
  }
}
