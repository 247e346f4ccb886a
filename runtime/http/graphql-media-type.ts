import { LRUCache } from "lru-cache";

const JSON_TYPE = "application/json";
const RESPONSE_TYPE = "application/graphql-response+json";

/** A range of an Accept header, and how much it is wanted: 0 is not at all (RFC 9110, 12.5.1). */
function readRange(text: string): { type: string; weight: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
  return { type, weight: Number(weight) || 0 };
}

/** Clients send the same few headers: each is read once. Those that nobody sends any more make room. */
const read = new LRUCache<string, string>({ max: 256 });
const MAX_KEPT_CHARACTERS = 256;

/**
 * What an answer is sent as (GraphQL over HTTP, Media Types): the type that the client wants more, by weight, then
 * by its own name before a wildcard, then by the order of the header; JSON where it wants both alike, or neither.
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
