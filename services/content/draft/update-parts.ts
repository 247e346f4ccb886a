import * as encoding from "lib0/encoding";
import * as Y from "yjs";

/** Pieces of a Y.Doc that lie one behind the other. */
export interface Stretch {
  client: number;
  clock: number;
  len: number;
}

/** The stretches of which a shared type consists, with all that is in it, and its own item. */
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

/** Whether an update removes the piece with this id. */
export const removes = ({ ds }: ReturnType<typeof Y.decodeUpdate>, { client, clock }: Y.ID): boolean =>
  (ds.clients.get(client) ?? []).some(
    (deleted) => deleted.clock <= clock && clock < deleted.clock + deleted.len,
  );

/** An update without its removals of some pieces. */
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
    const own = spared.filter((stretch) => stretch.client === client);
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

type Range = Pick<Stretch, "clock" | "len">;

/** What remains of a range without some others. */
function outside(range: Range, others: readonly Range[]): Range[] {
  let left: Range[] = [range];
  for (const { clock, len } of others)
    left = left.flatMap((each) => [
      ...(each.clock < clock ? [{ clock: each.clock, len: Math.min(each.len, clock - each.clock) }] : []),
      ...(each.clock + each.len > clock + len
        ? [
            {
              clock: Math.max(each.clock, clock + len),
              len: each.clock + each.len - Math.max(each.clock, clock + len),
            },
          ]
        : []),
    ]);
  return left.filter(({ len: length }) => length > 0);
}
