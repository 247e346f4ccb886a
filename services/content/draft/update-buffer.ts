import { MAX_UPDATE_BYTES } from "../../../contracts/content-drafts.js";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";

const MAX_UPDATES = 64;

/** Returns the updates that wait for earlier ones that have not arrived, in the order of their arrival. */
export function readBuffer(buffered: Uint8Array | null): Uint8Array[] {
  if (buffered === null) return [];
  const decoder = decoding.createDecoder(new Uint8Array(buffered));
  const updates: Uint8Array[] = [];
  while (decoding.hasContent(decoder)) updates.push(decoding.readVarUint8Array(decoder).slice());
  return updates;
}

/**
 * Returns the stored form of waiting updates, or null for none. Beyond 64 updates or 1 MB the oldest are
 * dropped. Their clients see that they were not applied, and send them again.
 */
export function writeBuffer(updates: readonly Uint8Array[]): Uint8Array | null {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for (const update of updates.toReversed()) {
    bytes += update.length;
    if (kept.length === MAX_UPDATES || bytes > MAX_UPDATE_BYTES) break;
    kept.unshift(update);
  }
  if (kept.length === 0) return null;
  return encoding.encode((encoder) => {
    for (const update of kept) encoding.writeVarUint8Array(encoder, update);
  });
}

/** Tells whether an update is already in the buffer. */
export const isBuffered = (updates: readonly Uint8Array[], update: Uint8Array): boolean =>
  updates.some((each) => Buffer.compare(each, update) === 0);
