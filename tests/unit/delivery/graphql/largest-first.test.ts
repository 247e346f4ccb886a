import test from "ava";
import fc from "fast-check";
import { LargestFirst } from "../../../../runtime/http/largest-first.js";

const runs = Number(process.env["KILN_RUNS"] ?? 100);

test("the first is always one with the largest size, over settings and removals in any order", (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(12), fc.nat(5)), { maxLength: 80 }), (settings) => {
      const sizes = new Map<string, number>();
      const heap = new LargestFirst();
      for (const [name, size] of settings) {
        heap.set(String(name), size);
        if (size === 0) sizes.delete(String(name));
        else sizes.set(String(name), size);
        const most = Math.max(0, ...sizes.values());
        t.is(sizes.get(heap.first ?? "") ?? 0, most);
      }
    }),
    { numRuns: runs },
  );
});
