import { LRUCache } from "lru-cache";

const JSON_TYPE = "application/json";
const RESPONSE_TYPE = "application/graphql-response+json";

/** Reads one range of an Accept header with its weight; a weight of 0 means not acceptable (RFC 9110, 12.5.1). */
function readRange(text: string): { type: string; weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
  return { type, weight: Number(weight) || 0 };
}

/** The media types of recent headers. Clients send the same few headers, so each is parsed once. */
const read = new LRUCache<string, string>({ max: 256 });
const MAX_KEPT_CHARACTERS = 256;

/**
 * Returns the media type of an answer (GraphQL over HTTP, Media Types): the type that the client prefers by weight, then by
 * its own name before a wildcard, then by the order of the header. It is JSON when the client wants both alike, or neither.
 */
export function mediaTypeOf(accept = "*/*"): string {
  const known = read.get(accept);
  if (known !== undefined) return known;
  const type = wantedOf(accept);
  if (accept.length <= MAX_KEPT_CHARACTERS) read.set(accept, type);
  return type;
}

function wantedOf(accept: string): string {
  const ranges = accept.toLowerCase().split(",").map(readRange);
  const wanted = [JSON_TYPE, RESPONSE_TYPE].flatMap((type) => {
    const names = [type, "application/*", "*/*"];
    const breadth = names.findIndex((name) => ranges.some((range) => range.type === name));
    const at = ranges.findIndex((range) => range.type === names[breadth]);
    const weight = ranges[at]?.weight ?? 0;
    return weight > 0 ? [{ type, weight, breadth, at }] : [];
  });
  wanted.sort((one, other) => other.weight - one.weight || one.breadth - other.breadth || one.at - other.at);
  return wanted[0]?.type ?? JSON_TYPE;
}
