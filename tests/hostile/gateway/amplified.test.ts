import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { makeProject } from "../../helpers/make-project.js";
import { ofRings } from "../../helpers/of-rings.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// Short requests that are wrong hundreds of thousands of times over, and long values that an answer would repeat.

const MB = 1024 * 1024;
/** Megabytes of the variable: a body of 30 MB takes a third of a second to read on a machine of two processors, whatever is in it. */
const LONG_MB = IS_LONG ? 30 : 10;
/** Entries of a list that is far too long, fewer than the values that a body may have. */
const ENTRIES = IS_LONG ? 490_000 : 200_000;
/** The rest of the attacker between two requests, so that a 99th percentile of the event loop is not its longest delay. */
const REST_MS = 1200;

let hostile: HostileSite;
let mallory: Person;
let projectId: string;
let documentId: string;
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
  projectId = await makeProject(mallory);
  const type = {
    name: "article",
    title: "Article",
    fields: [{ name: "body", title: "Body", type: "portableText" }],
  };
  const made = await mallory.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const saved = await mallory.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "article",
    draft: { body: [{ _type: "block", _key: "k".repeat(1.2 * MB), children: Array(300).fill(1) }] },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body).slice(0, 1000));
  documentId = saved.body.document.id;
  // The first request of GraphQL loads its modules and makes its schema.
  await mallory.api.post("/v1/graphql", { query: "{ __typename }" });
});
test.after.always(() => hostile?.close());

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

/** Requests of one account: the method, the path and the body, and what is answered. */
const ATTACKS: Readonly<Record<string, () => [method: string, path: string, body: unknown, status: number]>> =
  {
    "a graph of 249,000 empty nodes": () => [
      "POST",
      "/v1/workflows",
      { graph: { edges: [], nodes: Array.from({ length: 249_000 }, () => ({})) } },
      400,
    ],
    "a key of very many wrong scopes": () => [
      "POST",
      "/v1/api-keys",
      { name: "k", scopes: Array(ENTRIES).fill("x") },
      400,
    ],
    "a translation into very many locales": () => [
      "POST",
      `/v1/content/documents/${documentId}/translate`,
      { locales: Array(ENTRIES).fill("") },
      400,
    ],
    "a parameter of 249,000 members": () => [
      "POST",
      "/v1/generations",
      { model: "mock-image", params: { kind: "image", ...members(249_000) } },
      400,
    ],
    "as many members as an object may have": () => [
      "POST",
      "/v1/generations",
      { model: "mock-image", params: { kind: "image", ...members(19_000) } },
      400,
    ],
    "a draft of 200 issues with a long key": () => [
      "GET",
      `/v1/content/documents/${documentId}`,
      undefined,
      200,
    ],
    [`${LONG_MB} MB in a variable that does not fit`]: () => [
      "POST",
      "/v1/graphql",
      {
        query:
          'mutation($p: AnnouncePresencePlaceInput) { announcePresence(id: "x", windowId: "y", place: $p) { __typename } }',
        variables: { p: { path: "x".repeat(LONG_MB * MB), ...members(50) } },
      },
      400,
    ],
  };

// The rings leave out the scopes and the 249,000 members, which other lists and members are like.
const isAlike = (name: string) => name.includes("scopes") || name.startsWith("a parameter");
for (const [name, attack] of ofRings(Object.entries(ATTACKS), { always: ([name]) => !isAlike(name) }))
  test.serial(
    `${name}: a short answer, and nobody else waits (rules/edge 51 and 52; rules/content 22)`,
    async (t) => {
      const [method, path, body, status] = attack();
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const met = await hostile.witness.during(async () => {
        for (let round = 0; round < 3; round += 1) {
          await sleep(REST_MS);
          const began = performance.now();
          const answer = await fetch(`${hostile.kiln.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${mallory.key}`, "content-type": "application/json" },
            ...sent,
          });
          const text = await answer.text();
          t.log(
            `${answer.status}, ${text.length} characters after ${Math.round(performance.now() - began)} ms`,
          );
          t.is(answer.status, status, text.slice(0, 500));
          // The document itself has its key in the draft and in its state.
          t.true(text.length < (status === 200 ? 4 * MB : 12_000), `${text.length}`);
        }
      });
      assertUnhurt(t, met);
    },
  );

test.serial("after the attack, SIGTERM ends the process in time (rules/running 14)", (t) => hostile.stop(t));
