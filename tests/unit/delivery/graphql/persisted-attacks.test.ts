import test from "ava";
import { boundsOf, PersistedQueries } from "../../../../runtime/http/persisted-queries.js";

// Strangers write to the store of persisted queries; these tests fill it to its bound, which is 16 MB with DELIVERY_MEMORY_MB=256.

const ALL = 16 * 2 ** 20;

/** Prototype that every Map inherits. It is restored before other code runs. */
const ofMaps: object = Map.prototype;

/** Counts the entries of Maps that `work` reads or may iterate over. `work` is synchronous. */
function stepsOf(work: () => void): number {
  let steps = 0;
  const restore = (["get", "entries", "values", "keys", Symbol.iterator] as const).map((name) => {
    const own = Object.getOwnPropertyDescriptor(ofMaps, name);
    if (own === undefined) throw new Error(String(name));
    const real = own.value as (...given: unknown[]) => unknown;
    const counted = function (this: Map<unknown, unknown>, ...given: unknown[]): unknown {
      steps += name === "get" ? 1 : this.size;
      return real.apply(this, given);
    };
    Object.defineProperty(ofMaps, name, { ...own, value: counted });
    return () => Object.defineProperty(ofMaps, name, own);
  });
  try {
    work();
  } finally {
    for (const each of restore) each();
  }
  return steps;
}

test("one long query that takes the place of thousands in as many projects looks at each a few times (ADR-0047)", (t) => {
  const queries = new PersistedQueries(boundsOf(ALL));
  const [text, projects] = ["{ a }", Math.floor(ALL / 505)];
  for (let at = 0; at < projects; at += 1)
    queries.add({ ownerId: `p${at}`, credentialId: `t${at}` }, `h${at}`, text);
  const before = queries.size;
  t.true(before > ALL - 1000);
  const long = "x".repeat(ALL / 16 - 500);
  let isRetained = false;
  const steps = stepsOf(() => {
    queries.add({ ownerId: "long", credentialId: "t" }, "long", long);
    isRetained = queries.get("long", "long") !== undefined;
  });
  // The owner with the most bytes gave way, which is the long query itself. The small ones stay where they are.
  t.false(isRetained);
  t.true(steps < 1000, `${steps} steps beside ${projects} projects`);
  // Thousands of entries give way, one by one.
  const churn = stepsOf(() => {
    for (let at = 0; at < 4000; at += 1)
      queries.add({ ownerId: `n${at}`, credentialId: "t" }, `n${at}`, "y".repeat(1500));
  });
  t.true(queries.size <= ALL);
  t.true(churn < 4000 * 200, `${churn} steps for 4,000 registrations beside ${projects} projects`);
});

test("looking a hash up costs the same however many tokens a project has", (t) => {
  const queries = new PersistedQueries(boundsOf(ALL));
  for (let at = 0; at < 3000; at += 1)
    queries.add({ ownerId: "p", credentialId: `t${at}` }, `h${at}`, `{ a${at} }`);
  t.true(stepsOf(() => t.is(queries.get("p", "h2999"), "{ a2999 }")) < 20);
});

test("texts beyond Latin-1 count as what they take, and no bound is ever passed", (t) => {
  const bounds = { all: 100_000, owner: 40_000, credential: 20_000 };
  const queries = new PersistedQueries(bounds);
  const letters = ["a", "é", "日", "😀"];
  let most = 0;
  for (let at = 0; at < 3000; at += 1) {
    const text = (letters[at % 4] ?? "").repeat(50 + ((at * 37) % 8000));
    queries.add({ ownerId: `p${at % 7}`, credentialId: `t${at % 3}` }, `h${at}`, text);
    most = Math.max(most, queries.size);
  }
  t.true(most <= bounds.all, String(most));
  queries.add({ ownerId: "wide", credentialId: "t" }, "wide", "日".repeat(9_900));
  t.is(queries.get("wide", "wide"), undefined, "20,300 bytes are more than a token may have");
  queries.add({ ownerId: "narrow", credentialId: "t" }, "narrow", "n".repeat(9_900));
  t.truthy(queries.get("narrow", "narrow"));
});

test("who registers little stays where he is while a thousand tokens of many projects register without end", (t) => {
  const queries = new PersistedQueries({ all: 200_000, owner: 40_000, credential: 20_000 });
  for (const hash of ["q1", "q2"]) queries.add({ ownerId: "quiet", credentialId: "q" }, hash, "{ quiet }");
  for (let at = 0; at < 20_000; at += 1)
    queries.add(
      { ownerId: `p${at % 20}`, credentialId: `t${at % 1000}` },
      `h${at}`,
      "z".repeat(200 + (at % 300)),
    );
  for (const hash of ["q1", "q2"]) t.is(queries.get("quiet", hash), "{ quiet }");
});
