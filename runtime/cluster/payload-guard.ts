import type { Middleware, ServiceBroker } from "moleculer";
import { ServiceError } from "../../contracts/errors.js";
import { forgetCall } from "../private-parts/moleculer-calls.js";
import { packetBytes } from "../private-parts/moleculer-link.js";
import type { Logger } from "../process/log.js";
import { maxPayloadOf } from "./nats-link.js";

const MB = 1024 * 1024;
/** The size that a body of 32 MB needs with what JSON adds to it (rules/edge 15). */
const WANTED_PAYLOAD_BYTES = 48 * MB;

interface Packet {
  type: string;
  target: string | null;
  payload: { id?: string };
}

type Send = (topic: string, data: Buffer, meta: { packet: Packet }) => Promise<unknown>;

/**
 * Refuses a packet larger than NATS's max_payload before it is published (rules/running 11), because the NATS
 * server would disconnect the whole node. The caller of an oversized request, and the caller who waits for an
 * oversized answer, receive `payload_too_large`.
 */
export function payloadGuard(limitOf: (broker: ServiceBroker) => number | null = maxPayloadOf): Middleware {
  let broker: ServiceBroker | undefined;
  return {
    name: "PayloadGuard",
    created(created: ServiceBroker) {
      broker = created;
    },
    transporterSend(next: Send): Send {
      return async (topic, data, meta) => {
        const limit = broker ? limitOf(broker) : null;
        if (!broker || limit === null || data.length <= limit) return next(topic, data, meta);
        const { type, target, payload } = meta.packet;
        if (type === "RES") {
          const refusal = { type, target, payload: refusedAnswer(broker, payload, limit) };
          return next(topic, packetBytes(broker, refusal) ?? data, { packet: refusal });
        }
        // The broker would keep the refused request as one that waits for its answer.
        if (payload.id !== undefined) forgetCall(broker, payload.id);
        throw new ServiceError(
          "payload_too_large",
          `The request is larger than ${inMb(limit)}, the most that ${PEERS}.`,
        );
      };
    },
  } as never;
}

const PEERS = "the processes of this deployment pass to each other";

function refusedAnswer(broker: ServiceBroker, { id }: { id?: string }, limit: number): object {
  const error = new ServiceError(
    "payload_too_large",
    `The answer is larger than ${inMb(limit)}, the most that ${PEERS}. Ask for less at a time.`,
  );
  return {
    id,
    meta: {},
    success: false,
    data: null,
    error: broker.errorRegenerator?.extractPlainError(error, {} as never),
  };
}

const inMb = (bytes: number): string => `${Math.round((bytes / MB) * 100) / 100} MB`;

/** Logs a warning at the start if the NATS server accepts less than a request may need. */
export function warnSmallPayload(broker: ServiceBroker, log: Logger): void {
  const limit = maxPayloadOf(broker);
  if (limit === null || limit >= WANTED_PAYLOAD_BYTES) return;
  log.warn(
    `NATS has max_payload ${inMb(limit)}; set it to ${inMb(WANTED_PAYLOAD_BYTES)}. Until then larger requests and answers are refused with payload_too_large.`,
  );
}
