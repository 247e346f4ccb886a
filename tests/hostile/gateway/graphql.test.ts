import { hash } from "node:crypto";
import { connect, type Socket } from "node:net";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { isInRings } from "../../helpers/of-rings.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// One account asks for long answers of `/v1/graphql` many times at once.

const PATH = "/v1/graphql";
/** Number of queries at once, whose answers together are more than a process may hold. */
const AT_ONCE = 24;
/** Number of queries at once whose processor time is larger. */
const FEW_AT_ONCE = 8;
/** Number of names under which one text is asked for: 20 MB in a whole run, and 10 MB in the rings, which slow machines serialize in time. */
const NAMES = isInRings() ? 25 : 50;
const LARGE = 2;
const LARGE_BYTES = 2000 * 1024;
const KB = 1024;

let hostile: HostileSite;
let mallory: Person;
let projectId: string;
/** Ids of a document of 380 KB and of some of 2 MB, whose collaborative state is read with them. */
let middle: string;
const large: string[] = [];
const sockets = new Set<Socket>();
test.before(async () => {
  hostile = await HostileSite.open();
  mallory = await signUp(hostile.kiln.url);
  projectId = await makeProject(mallory);
  const fields = ["title", "body"].map((name) => ({
    name,
    title: name,
    type: name === "body" ? "text" : "string",
  }));
  const type = { name: "article", title: "Article", fields, titleField: "title" };
  const made = await mallory.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const documents = new Documents(mallory, projectId);
  middle = await documents.make({ title: "Middle", body: "middle ".repeat((380 * KB) / 7) });
  for (let at = 0; at < LARGE; at += 1)
    large.push(await documents.make({ title: `Large ${at}`, body: "largest ".repeat(LARGE_BYTES / 8) }));
});
test.after.always(async () => {
  for (const socket of sockets) socket.destroy();
  await hostile?.close();
});

const times = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(" ");

/** Returns queries of a person, by name, whose answers or results are long. */
const queries = (): Readonly<Record<string, string>> => ({
  [`one text under ${NAMES} names`]: `{ document(id: "${middle}") { document { ${times(NAMES, (at) => `d${at}: draft`)} } } }`,
  "long texts": `{ ${large.map((id, at) => `d${at}: document(id: "${id}") { document { a: draft b: draft c: draft } }`).join(" ")} }`,
  "a long page of which little is asked": `{ ${times(2, (at) => `p${at}: documents(projectId: "${projectId}", limit: ${100 + at}) { items { id } }`)} }`,
  "relations of relations": `{ projects { projects { documents(limit: 12) { items { a: draft b: draft revisions(limit: 3) { items { id } } } } } } }`,
});

interface Answered {
  status: number;
  retryAfter: string | null;
  bytes: number;
}

async function read(answer: Response): Promise<Answered> {
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += (piece as Uint8Array).length;
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), bytes };
}

const headers = (person: Person) => ({
  authorization: `Bearer ${person.key}`,
  "content-type": "application/json",
});

const ask = async (body: object, person = mallory): Promise<Answered> =>
  read(
    await fetch(`${hostile.kiln.url}${PATH}`, {
      method: "POST",
      headers: headers(person),
      body: JSON.stringify(body),
    }),
  );

const atOnce = <T>(work: (at: number) => Promise<T>, count = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** Sends a query and reads only the head of its answer. Resolves when the head has come. */
function neverRead(query: string): Promise<Socket> {
  const { hostname, port } = new URL(hostile.kiln.url);
  const socket = connect({ port: Number(port), host: hostname });
  sockets.add(socket);
  const body = JSON.stringify({ query });
  return new Promise((resolve) => {
    socket.on("error", () => {}).on("close", () => (sockets.delete(socket), resolve(socket)));
    socket.once("data", () => resolve(socket.pause()));
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mallory.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}

const SHORT = "{ account { remainingCredits } }";

test.serial(
  "long answers, 24 at once, hurt nobody: each is whole or 503 with Retry-After (rules/edge 40)",
  async (t) => {
    const met = await hostile.witness.during(async () => {
      for (const [at, [name, query]] of Object.entries(queries()).entries()) {
        const began = performance.now();
        const answers = await atOnce(() => ask({ query }), at === 0 ? AT_ONCE : FEW_AT_ONCE);
        t.log(
          name,
          Math.round(performance.now() - began),
          JSON.stringify(answers.map(({ status, bytes }) => [status, bytes])),
        );
        for (const { status, retryAfter } of answers)
          if (status !== 200) t.deepEqual([status, retryAfter !== null], [503, true], name);
        t.true(
          answers.some(({ status }) => status === 200),
          name,
        );
      }
    });
    assertUnhurt(t, met);
  },
);

test.serial("persisted queries and arrays of queries are bounded alike", async (t) => {
  const [query = ""] = Object.values(queries());
  const persistedQuery = { version: 1, sha256Hash: hash("sha256", query, "hex") };
  const met = await hostile.witness.during(async () => {
    t.is((await ask({ query, extensions: { persistedQuery } })).status, 200);
    const url = `${hostile.kiln.url}${PATH}?extensions=${encodeURIComponent(JSON.stringify({ persistedQuery }))}`;
    // So many at once as above in a whole run: that each is bounded is proved with fewer.
    const count = isInRings() ? FEW_AT_ONCE : AT_ONCE;
    const answers = await atOnce(async () => read(await fetch(url, { headers: headers(mallory) })), count);
    for (const { status, retryAfter } of answers)
      if (status !== 200) t.deepEqual([status, retryAfter !== null], [503, true]);
    const batches = await atOnce(() => ask(Array.from({ length: AT_ONCE }, () => ({ query }))));
    t.deepEqual([...new Set(batches.map(({ status }) => status))], [400]);
  });
  assertUnhurt(t, met);
});

test.serial(
  "readers who take nothing are in their own way only: short answers of theirs come, and long ones of others",
  async (t) => {
    const [query = ""] = Object.values(queries());
    const met = await hostile.witness.during(async () => {
      const waiting = atOnce(() => neverRead(query));
      t.is((await ask({ query: SHORT })).status, 200);
      await waiting;
      t.is((await ask({ query: SHORT })).status, 200);
    });
    for (const socket of sockets) socket.destroy();
    assertUnhurt(t, met);
  },
);

test.serial(
  "after the attack, SIGTERM ends the process in time, and ledger and files agree (rules/running 14)",
  async (t) => {
    await hostile.stop(t);
  },
);
