import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context, Middleware, ServiceBroker } from "moleculer";
import { ServiceError } from "../../contracts/errors.js";
import type { Logger } from "../process/log.js";
import type { ExternalServices } from "./external-services.js";

/**
 * The field of a node's metadata, and the header of its calls, that proves knowledge of the deployment's
 * secret.
 */
const PROOF = "kilnProof";

interface Packet {
  payload?: { sender?: string; headers?: unknown; metadata?: Record<string, unknown>; services?: unknown[] };
}
type Handle = (command: string, packet: Packet) => unknown;
type Call = Context & { headers: Record<string, unknown> };
type Handler = (context: Call) => Promise<unknown>;

/**
 * Recognises nodes of this deployment among foreign nodes on the same NATS, be they of another deployment
 * or of anybody else. The proof is the node's id, signed by a key derived from the deployment's secret and
 * the id of its database.
 */
export class Membership {
  readonly #key: Buffer;
  readonly #known = new Map<string, string>();

  constructor(secret: Buffer, databaseId: string) {
    this.#key = createHmac("sha256", secret).update(databaseId).digest();
  }

  proofOf(nodeId: string): string {
    let proof = this.#known.get(nodeId);
    if (proof === undefined) {
      proof = createHmac("sha256", this.#key).update(nodeId).digest("base64url");
      // The map is bounded, because nodes come and go under new names.
      if (this.#known.size > 1000) this.#known.clear();
      this.#known.set(nodeId, proof);
    }
    return proof;
  }

  isProven(nodeId: string, proof: unknown): boolean {
    const wanted = Buffer.from(this.proofOf(nodeId));
    const given = Buffer.from(typeof proof === "string" ? proof : "");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

/**
 * Hides what foreign nodes offer, drops their events and refuses their calls as `forbidden`. Each foreign node is
 * logged once, as a warning unless it offers external services.
 */
export function membersOnly(membership: Membership, log: Logger, external: ExternalServices): Middleware {
  let broker: ServiceBroker | undefined;
  const members = new Set<string>();
  const foreign = new Set<string>();

  function meet({ sender = "", metadata, services }: NonNullable<Packet["payload"]>): boolean {
    const isMember = membership.isProven(sender, metadata?.[PROOF]);
    if (isMember) members.add(sender);
    else if (!foreign.has(sender)) nameForeign(sender, services ?? []);
    return isMember;
  }

  function nameForeign(node: string, services: readonly unknown[]): void {
    const offered = services.flatMap((service) => {
      const { fullName } = (service ?? {}) as { fullName?: unknown };
      return typeof fullName === "string" && !fullName.startsWith("$") ? [fullName] : [];
    });
    // A new node announces its services a moment after it has come, so a node without any is not logged yet.
    if (offered.length === 0 && !external.isEmpty) return;
    if (foreign.size > 1000) foreign.clear();
    foreign.add(node);
    const named = offered.filter((name) => external.names(name));
    if (named.length > 0)
      return log.info({ node }, `node ${node} offers ${named.join(", ")} (EXTERNAL_SERVICES)`);
    const offers = services.length > 0 ? ", and what it offers is not used" : "";
    log.warn(
      { node },
      `node ${node} on this NATS and NAMESPACE is not of this deployment (another SECRET_KEY, database or kind of node)${offers}`,
    );
  }

  return {
    name: "MembersOnly",
    created(created: ServiceBroker) {
      broker = created;
      Object.assign(created.metadata, { [PROOF]: membership.proofOf(created.nodeID) });
    },
    transitMessageHandler: (next: Handle) => (command: string, packet: Packet) => {
      const { payload } = packet;
      if (payload?.sender === undefined || payload.sender === broker?.nodeID) return next(command, packet);
      if (command === "INFO" && !meet(payload)) payload.services = [];
      if (command === "DISCONNECT") members.delete(payload.sender);
      if (command === "EVENT" && !members.has(payload.sender)) return Promise.resolve(false);
      return next(command, packet);
    },
    remoteAction: (next: Handler) => (context: Call) => {
      context.headers = { ...context.headers, [PROOF]: membership.proofOf(broker?.nodeID ?? "") };
      return next(context);
    },
    localAction: (next: Handler) => (context: Call) => {
      const { nodeID, headers } = context;
      if (nodeID && nodeID !== broker?.nodeID && !membership.isProven(nodeID, headers[PROOF]))
        return Promise.reject(
          new ServiceError("forbidden", "The node that calls is not of this deployment."),
        );
      return next(context);
    },
  } as never;
}
