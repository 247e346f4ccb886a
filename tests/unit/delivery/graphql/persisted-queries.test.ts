import test from "ava";
import { PersistedQueries } from "../../../../runtime/http/persisted-queries.js";

/** Makes a query of 500 characters, which takes 1,000 bytes. */
const queryOf = (name: string): string => name.padEnd(500, " ");
const bounds = { all: 20_000, owner: 10_000, credential: 5_000 };
const known = (queries: PersistedQueries, ownerId: string, prefix: string, count: number): number =>
  Array.from({ length: count }, (_, at) => queries.get(ownerId, `${prefix}${at}`)).filter(Boolean).length;

const register = (
  queries: PersistedQueries,
  { ownerId, credentialId, count }: { ownerId: string; credentialId: string; count: number },
): void => {
  for (let at = 0; at < count; at++)
    queries.add({ ownerId, credentialId }, `${credentialId}${at}`, queryOf(`${credentialId}${at}`));
};

test("a token that registers without end keeps the last, and takes no place of the project's other tokens (ADR-0047)", (t) => {
  const queries = new PersistedQueries(bounds);
  register(queries, { ownerId: "p", credentialId: "a", count: 2 });
  register(queries, { ownerId: "p", credentialId: "b", count: 1000 });
  t.is(known(queries, "p", "a", 2), 2);
  t.is(known(queries, "p", "b", 1000), 5);
  t.is(queries.get("p", "b999"), queryOf("b999"));
  t.is(queries.size, 7000);
});

test("where a project has no more room, its token with the most gives way (ADR-0047)", (t) => {
  const queries = new PersistedQueries(bounds);
  register(queries, { ownerId: "p", credentialId: "quiet", count: 2 });
  for (const credentialId of ["a", "b", "c", "d"])
    register(queries, { ownerId: "p", credentialId, count: 100 });
  t.is(known(queries, "p", "quiet", 2), 2);
  t.is(queries.size, 10_000);
});

test("where a process has no more room, the project with the most gives way (ADR-0047)", (t) => {
  const queries = new PersistedQueries(bounds);
  register(queries, { ownerId: "quiet", credentialId: "q", count: 2 });
  for (let project = 0; project < 6; project++)
    for (const credentialId of ["a", "b"])
      register(queries, { ownerId: `p${project}`, credentialId, count: 100 });
  t.is(known(queries, "quiet", "q", 2), 2);
  t.true(queries.size <= 20_000);
});

test("the query that was used least lately goes first, and no project sees another's (ADR-0047)", (t) => {
  const queries = new PersistedQueries(bounds);
  register(queries, { ownerId: "p", credentialId: "a", count: 5 });
  t.truthy(queries.get("p", "a0"));
  queries.add({ ownerId: "p", credentialId: "a" }, "new", queryOf("new"));
  t.truthy(queries.get("p", "a0"));
  t.is(queries.get("p", "a1"), undefined);
  t.is(queries.get("other", "a0"), undefined);
  queries.add({ ownerId: "p", credentialId: "a" }, "large", "x".repeat(6000));
  t.is(queries.get("p", "large"), undefined);
  t.truthy(queries.get("p", "new"));
});
