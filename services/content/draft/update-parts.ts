import * as encoding from "lib0/encoding";
import * as Y from "yjs";

/** Consecutive pieces of a Y.Doc. */
export interface Stretch {
  client: number;
  clock: number;
  len: number;
}

type Range = Pick<Stretch, "clock" | "len">;

/** Returns the stretches of which a shared type consists, with all types in it, and its own item. */
export function stretchesOf(type: Y.AbstractType<unknown>): Stretch[] {
  const { _item: own } = type;
  return [...(own === null ? [] : [own]), ...within(type)].map(({ id, length }) => ({
    client: id.client,
    clock: id.clock,
    len: length,
  }));
}

function* within({ _start: start, _map: map }: Y.AbstractType<unknown>): Generator<Y.Item> {
  for (const item of [
    ...chain(start, "right"),
    ...[...map.values()].flatMap((last) => [...chain(last, "left")]),
  ]) {
    yield item;
    if (item.content instanceof Y.ContentType) yield* within(item.content.type as Y.AbstractType<unknown>);
  }
}

function* chain(first: Y.Item | null, towards: "left" | "right"): Generator<Y.Item> {
  for (let item = first; item !== null; item = item[towards]) yield item;
}

/** Returns those of the pieces that an update removes, by their ids. */
export function removedOf<T>(
  { ds }: ReturnType<typeof Y.decodeUpdate>,
  pieces: readonly T[],
  idOf: (piece: T) => Y.ID,
): T[] {
  const sorted = new Map<number, readonly Range[]>();
  return pieces.filter((piece) => {
    const { client, clock } = idOf(piece);
    const own = sorted.get(client) ?? sortedRanges(ds.clients.get(client) ?? []);
    sorted.set(client, own);
    const range = own[firstBehind(own, clock)];
    return range !== undefined && range.clock <= clock;
  });
}

/** Returns an update without its removals of some pieces. */
export function sparing(update: ReturnType<typeof Y.decodeUpdate>, spared: readonly Stretch[]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  const byClient = Map.groupBy(update.structs, ({ id }) => id.client);
  encoding.writeVarUint(restEncoder, byClient.size);
  for (const [client, structs] of byClient) {
    encoding.writeVarUint(restEncoder, structs.length);
    encoder.writeClient(client);
    encoding.writeVarUint(restEncoder, structs[0]?.id.clock ?? 0);
    for (const struct of structs) struct.write(encoder, 0);
  }
  const deletions = [...update.ds.clients].map(([client, ranges]) => {
    const own = sortedRanges(spared.filter((stretch) => stretch.client === client));
    return [client, ranges.flatMap((range) => outside(range, own))] as const;
  });
  encoding.writeVarUint(restEncoder, deletions.length);
  for (const [client, ranges] of deletions) {
    encoder.resetDsCurVal();
    encoding.writeVarUint(restEncoder, client);
    encoding.writeVarUint(restEncoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(len);
    }
  }
  return encoder.toUint8Array();
}

/**
 * Returns ranges sorted by their clocks, with overlapping ones joined, so that a binary search finds the
 * range that holds a clock.
 */
function sortedRanges(ranges: readonly Range[]): readonly Range[] {
  const sorted: Range[] = [];
  for (const { clock, len } of ranges.toSorted((one, other) => one.clock - other.clock)) {
    const last = sorted.at(-1);
    if (last === undefined || last.clock + last.len < clock) sorted.push({ clock, len });
    else last.len = Math.max(last.len, clock + len - last.clock);
  }
  return sorted;
}

/** Returns the index of the first of sorted ranges that ends after a clock. */
function firstBehind(sorted: readonly Range[], clock: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const range = sorted[middle];
    if (range !== undefined && range.clock + range.len <= clock) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the parts of a range that remain without some others, which are sorted. */
function outside({ clock, len }: Range, others: readonly Range[]): Range[] {
  const left: Range[] = [];
  const end = clock + len;
  let at = clock;
  for (let place = firstBehind(others, clock); at < end; place += 1) {
    const next = others[place];
    const until = next === undefined ? end : Math.min(next.clock, end);
    if (until > at) left.push({ clock: at, len: until - at });
    at = next === undefined ? end : Math.max(at, next.clock + next.len);
  }
  return left;
}
