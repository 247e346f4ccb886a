import Negotiator from "negotiator";

/** The content codings that answers are made in. */
export type Encoding = "br" | "gzip";

/** What a request accepts. */
export interface Accepted {
  /** The coding that the client wants most; null: the answer as it is. */
  encoding: Encoding | null;
  /** Answers below so many bytes are sent as they are: coding them saves no packet. */
  leastBytes: number;
}

const LEAST_BYTES = 1024;
const OFFERED = ["br", "gzip", "identity"];
const AS_IT_IS: Accepted = { encoding: null, leastBytes: LEAST_BYTES };

/** Readers send the same few headers: each is read once. */
const read = new Map<string, Accepted>();
const MAX_KEPT = 256;
const MAX_KEPT_CHARACTERS = 256;

/**
 * Reads an `Accept-Encoding` (RFC 9110, 12.5.3): the coding with the highest weight, br before gzip before the answer as
 * it is where they weigh alike. A client that refuses `identity` has short answers coded too. A client that refuses all
 * of the three gets the answer as it is, as the RFC allows.
 */
export function acceptedOf(header: string | undefined): Accepted {
  if (header === undefined) return AS_IT_IS;
  const known = read.get(header);
  if (known !== undefined) return known;
  const accepted = negotiate(header);
  if (read.size < MAX_KEPT && header.length <= MAX_KEPT_CHARACTERS) read.set(header, accepted);
  return accepted;
}

/** What its types leave out: the order of codings that weigh alike, which is the client's unless it is given. */
interface ByPreference {
  encodings(offered: readonly string[], options: { preferred: readonly string[] }): string[];
}

function negotiate(header: string): Accepted {
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } }) as unknown as ByPreference;
  const accepted = negotiator.encodings(OFFERED, { preferred: OFFERED });
  const [first] = accepted;
  if (first !== "br" && first !== "gzip") return AS_IT_IS;
  return { encoding: first, leastBytes: accepted.includes("identity") ? LEAST_BYTES : 1 };
}
