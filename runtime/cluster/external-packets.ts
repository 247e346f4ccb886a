import type { Offer } from "./offered-services.js";

/** Of an answer, in bytes of JSON. */
export const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** What surrounds an answer in its packet. */
const ENVELOPE_BYTES = 64 * 1024;
const MOST_INFO_BYTES = 1024 * 1024;
const MOST_OTHER_BYTES = 16 * 1024;
/** Fields of an answer's meta that say how it is written; anything else of it is dropped. */
const ANSWER_META = ["$statusCode", "$location", "$responseType"] as const;

/** What may be in a packet; its sender may have written anything. */
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

/** How many bytes of a command are read. */
export function mostBytesOf(command: string): number {
  if (command === "RES") return MOST_ANSWER_BYTES + ENVELOPE_BYTES;
  return command === "INFO" ? MOST_INFO_BYTES : MOST_OTHER_BYTES;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Whether a node shows a proof of some deployment of Kiln, its own or another one's. */
export const isKiln = ({ metadata }: Payload): boolean => isObject(metadata) && "kilnProof" in metadata;

/** Whether it is a gateway that asks nodes of third parties what they offer, as this one does. */
const asksStrangers = ({ metadata }: Payload): boolean =>
  isKiln({ metadata }) && (metadata as { asksStrangers?: unknown }).asksStrangers === true;

/** A node's description, of which nothing is kept but what was checked, and whether it is one of Kiln. */
export const checkedInfo = (payload: Payload, { services }: Offer): Payload => {
  const { ver, sender, instanceID, seq } = payload;
  return {
    ver,
    sender,
    services,
    instanceID: typeof instanceID === "string" ? instanceID : "",
    seq: typeof seq === "number" ? seq : 1,
    metadata: { isKiln: isKiln(payload), asksStrangers: asksStrangers(payload) },
  };
};

/** A node's answer. Its error has no name, for that of one of ours says what happened on the way. */
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

/** Whether an answer says to come in pieces. */
export const isStreamed = ({ stream }: Payload): boolean =>
  stream !== undefined && stream !== null && stream !== false;

/** The calls that an answer too large to be read says to belong to, where it says so at its begin or end. */
export function idsIn(data: Buffer): string[] {
  const edges = data.toString("latin1", 0, 2048) + data.toString("latin1", data.length - 2048);
  return [...edges.matchAll(/"id":"([\w-]{1,64})"/g)].map(([, id = ""]) => id);
}
