import * as Y from "yjs";

/** The clocks, by client, up to which edits are known. */
type Clocks = ReadonlyMap<number, number>;

interface Reference {
  client: number;
  clock: number;
}

/**
 * Tells whether a document lacks updates on which this update builds. Yjs would hold back the insertions of
 * such an update but apply its deletions at once, so an overwritten value would be missing until the rest
 * arrives. Throws for bytes that are not an update.
 */
export function hasGap(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  const known = clocksOf(doc);
  const after = new Map(known);
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const { id, length } = struct;
    if ((after.get(id.client) ?? 0) < id.clock) return true;
    after.set(id.client, Math.max(after.get(id.client) ?? 0, id.clock + length));
  }
  const isKnown = (id: Reference | null) => id === null || id.clock < (after.get(id.client) ?? 0);
  for (const [client, deletions] of ds.clients)
    for (const { clock, len } of deletions)
      if (len > 0 && !isKnown({ client, clock: clock + len - 1 })) return true;
  return !structs.every((struct) => !(struct instanceof Y.Item) || referencesOf(struct).every(isKnown));
}

/** Tells whether an update has edits of a client that a document lacks. */
export function bringsEditsOf(doc: Y.Doc, update: Uint8Array, client: number): boolean {
  const known = Y.getState(doc.store, client);
  return Y.decodeUpdate(update).structs.some(
    ({ id, length }) => id.client === client && id.clock + length > known,
  );
}

/** Tells whether an update declares a gap itself. */
export const leavesOut = (update: Uint8Array): boolean =>
  Y.decodeUpdate(update).structs.some((struct) => struct instanceof Y.Skip);

const clocksOf = (doc: Y.Doc): Clocks => Y.decodeStateVector(Y.encodeStateVector(doc));

const referencesOf = ({ origin, rightOrigin, parent }: Y.Item): (Reference | null)[] => [
  origin,
  rightOrigin,
  parent instanceof Y.ID ? parent : null,
];
