import test from "ava";
import fc from "fast-check";
import * as Y from "yjs";
import { removedOf, sparing, type Stretch } from "../../../services/content/draft/update-parts.js";

const runs = Number(process.env["KILN_RUNS"] ?? 100);
const ranges = fc.array(
  fc.record({ client: fc.nat(2), clock: fc.nat(60), len: fc.integer({ min: 1, max: 12 }) }),
  { maxLength: 20 },
);

/** Makes an update that only removes, with stretches in any order that may overlap, as an editor may send it. */
function removing(removed: readonly Stretch[]) {
  const clients = new Map<number, { clock: number; len: number }[]>();
  for (const { client, clock, len } of removed)
    clients.set(client, [...(clients.get(client) ?? []), { clock, len }]);
  return { structs: [], ds: { clients } } as unknown as ReturnType<typeof Y.decodeUpdate>;
}

const clocks = (stretches: readonly Stretch[]) =>
  new Set(
    stretches.flatMap(({ client, clock, len }) =>
      Array.from({ length: len }, (_, at) => `${client} ${clock + at}`),
    ),
  );
const said = (set: ReadonlySet<string>) => [...set].toSorted();
const everyId = [0, 1, 2].flatMap((client) =>
  Array.from({ length: 75 }, (_, clock) => Y.createID(client, clock)),
);

test("an update removes exactly the pieces that its ranges name, in whatever order they come", (t) => {
  fc.assert(
    fc.property(ranges, (removed) => {
      const found = removedOf(removing(removed), everyId, (id) => id);
      t.deepEqual(
        said(new Set(found.map(({ client, clock }) => `${client} ${clock}`))),
        said(clocks(removed)),
      );
    }),
    { numRuns: runs },
  );
});

test("an update without some of its removals removes all others", (t) => {
  fc.assert(
    fc.property(ranges, ranges, (removed, spared) => {
      const left = Y.decodeUpdate(sparing(removing(removed), spared)).ds.clients;
      const all = [...left].flatMap(([client, each]) =>
        each.map(({ clock, len }) => ({ client, clock, len })),
      );
      const expected = clocks(removed);
      for (const each of clocks(spared)) expected.delete(each);
      t.deepEqual(said(clocks(all)), said(expected));
    }),
    { numRuns: runs },
  );
});

test("what is looked at of 4,000 removals beside as many pieces grows with their number, not its square", (t) => {
  const looks = (count: number) => {
    let reads = 0;
    const removed = Array.from({ length: count }, (_, at) => ({
      client: 1,
      get clock() {
        reads += 1;
        return at * 3;
      },
      len: 1,
    }));
    const parts = { structs: [], ds: { clients: new Map([[1, removed]]) } } as never;
    const pieces = removed.map((_, at) => Y.createID(1, at * 3));
    t.is(removedOf(parts, pieces, (id) => id).length, count);
    sparing(
      parts,
      pieces.map(({ client, clock }) => ({ client, clock, len: 1 })),
    );
    return reads;
  };
  const [few, many] = [looks(1000), looks(4000)];
  // Sorting takes a little more than linear time.
  t.true(many <= few * 6, `${few} for 1,000, ${many} for 4,000`);
});
