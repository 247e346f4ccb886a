import { linearFinder, SHORT } from "../../contracts/find-text.js";

/**
 * Returns a function that finds bytes from a place on, or -1, in time that grows with the sum of both lengths, and not
 * with their product (rules/delivery 49).
 */
export const bytesFinder = (part: Buffer): ((heap: Buffer, from: number) => number) =>
  part.length <= SHORT
    ? (heap, from) => heap.indexOf(part, from)
    : linearFinder<Buffer>(part.subarray(0, SHORT), part, (heap, at) => heap[at] ?? 0);
