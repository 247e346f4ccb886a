import type { Offer } from "./offered-services.js";

/** The size limit of an answer in bytes of JSON. */
export const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** The bytes that the rest of its packet may add to an answer. */
const ENVELOPE_BYTES = 64 * 1024;
const MOST_INFO_BYTES = 1024 * 1024;
const MOST_OTHER_BYTES = 16 * 1024;
/** The fields of an answer's meta that describe its form; all other fields are dropped. */
const ANSWER_META = ["$statusCode", "$location", "$responseType"] as const;

/** The fields that a packet may have; its sender may have written anything. */
export interface Payload {
  ver?: unknown;
  sender?: unknown;
  id?: unknown;
  success?: unknown;
  data?: unknown;
  error?: unknown;
  meta?: unknown;
  stream?: unknown;
  services?: unknown;
  metadata?: unknown;
  instanceID?: unknown;
  seq?: unknown;
}

/** Returns the number of bytes up to which a packet of a command is read. */
export function mostBytesOf(command: string): number {
  if (command === "RES") return MOST_ANSWER_BYTES + ENVELOPE_BYTES;
  return command === "INFO" ? MOST_INFO_BYTES : MOST_OTHER_BYTES;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Returns true for a node that shows a proof of any Kiln deployment, this one or another. */
export const isKiln = ({ metadata }: Payload): boolean => isObject(metadata) && "kilnProof" in metadata;

/** Returns true for a gateway of Kiln that asks third parties' nodes for their offers, as this one does. */
const asksExternalNodes = ({ metadata }: Payload): boolean =>
  isKiln({ metadata }) && (metadata as { asksStrangers?: unknown }).asksStrangers === true;

/**
 * Returns a node's description, rebuilt from its checked services and identity, with flags for Kiln nodes and
 * asking gateways.
 */
export const checkedInfo = (payload: Payload, { services }: Offer): Payload => {
  const { ver, sender, instanceID, seq } = payload;
  return {
    ver,
    sender,
    services,
    instanceID: typeof instanceID === "string" ? instanceID : "",
    seq: typeof seq === "number" ? seq : 1,
    metadata: { isKiln: isKiln(payload), asksStrangers: asksExternalNodes(payload) },
  };
};

/**
 * Returns a node's answer rebuilt from its checked fields. The name of its error is replaced, because Kiln's
 * own error names describe failures of the transport.
 */
export function checkedAnswer({ ver, sender, id, success, data, error, meta }: Payload): Payload {
  if (success !== true) {
    const { message, code, data: more } = isObject(error) ? error : {};
    const text = typeof message === "string" ? message : "";
    const plain = { name: "ExternalError", message: text, code, data: more };
    return { ver, sender, id, success: false, error: plain, meta: {} };
  }
  const kept: Record<string, unknown> = {};
  if (isObject(meta)) for (const name of ANSWER_META) if (name in meta) kept[name] = meta[name];
  return { ver, sender, id, success, data: data ?? null, meta: kept };
}

/** Returns true for an answer that arrives as a stream of packets. */
export const isStreamed = ({ stream }: Payload): boolean =>
  stream !== undefined && stream !== null && stream !== false;

/**
 * Returns the ids of the calls that an oversized answer may belong to, searched at its begin and end only.
 */
export function idsIn(data: Buffer): string[] {
  const edges = data.toString("latin1", 0, 2048) + data.toString("latin1", data.length - 2048);
  return [...edges.matchAll(/"id":"([\w-]{1,64})"/g)].map(([, id = ""]) => id);
}
