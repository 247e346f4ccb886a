import test from "ava";
import fc from "fast-check";
import { begin, LIMITS, UNDONE } from "./manual-batches.js";

test("whatever comes and fails, each request is told once, in the order of its subject (property)", async (t) => {
  const step = fc.oneof(
    fc.record({ submit: fc.constantFrom("a", "b", "c", ""), weight: fc.constantFrom(0, 10, 60, 120) }),
    fc.record({ elapse: fc.constantFrom(1, 999, 1000) }),
    fc.constant({ turn: true }),
    fc.record({ end: fc.nat(), how: fc.constantFrom("done", "refused", "undone", "lost") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { batches, scheduler, submit, told, run, asked } = begin();
      const open = new Set<number>();
      let known = 0;
      let count = 0;
      const look = () => {
        for (; known < asked().length; known++) open.add(known);
        t.true(open.size <= LIMITS.running);
      };
      const end = async (at: number, how: string) => {
        open.delete(at);
        if (how === "undone") await run(at).fail(UNDONE);
        else if (how === "lost") await run(at).fail(new Error("lost"));
        else if (how === "done") await run(at).end();
        else await run(at).end(run(at).requests.map(() => ({ refusal: new Error("no") })));
        look();
      };
      for (const each of steps) {
        if ("submit" in each)
          submit(`${each.submit === "" ? "" : `${each.submit}:`}${(count += 1)}#${each.weight}`);
        else if ("elapse" in each) await scheduler.elapse(each.elapse);
        else if ("turn" in each) await scheduler.turn();
        else if (open.size > 0) await end([...open][each.end % open.size] ?? 0, each.how);
        look();
      }
      for (let rest = 0; rest < 1000 && (batches.size > 0 || rest < 3); rest++) {
        await scheduler.turn();
        look();
        for (const at of open) await end(at, "done");
      }
      await scheduler.turn();
      t.is(told.length, count);
      t.is(batches.size, 0);
      for (const subject of ["a", "b", "c"]) {
        const firsts = new Map<string, number>();
        asked().forEach((requests, at) => {
          const own = requests.split(",").filter((request) => request.startsWith(`${subject}:`));
          t.true(own.length <= 1);
          for (const request of own) if (!firsts.has(request)) firsts.set(request, at);
        });
        const numbers = [...firsts.keys()].map((request) => Number(/:(\d+)/.exec(request)?.[1]));
        t.deepEqual(
          numbers,
          numbers.toSorted((one, other) => one - other),
        );
      }
    }),
    { numRuns: Math.min(Number(process.env.KILN_RUNS ?? 200), 2000) },
  );
});
