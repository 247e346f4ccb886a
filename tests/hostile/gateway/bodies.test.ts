import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { IS_LONG } from "../../helpers/is-long.js";
import { makeProject } from "../../helpers/make-project.js";
import { isInRings, ofRings } from "../../helpers/of-rings.js";
import { type PublicBody, PUBLIC_BODIES } from "../../helpers/public-bodies.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// An attacker sends short requests that are wrong hundreds of thousands of times over and long values that an answer would repeat, and slow and huge bodies to each public route, half-open connections and floods of headers. The comment of assertUnhurt
// says how the load of other processes on the machine is taken into account.

const MB = 1024 * 1024;
/** Bodies on each public route, together more than a process may hold. */
const BODIES = isInRings() ? 2 : 5;
/** Times that 40 connections flood the process. */
const FLOODS = isInRings() ? 4 : 10;

/** Megabytes of the variable: a body of 30 MB takes a third of a second to read on a machine of two processors, whatever is in it. */
const LONG_MB = IS_LONG ? 30 : 10;
/** Entries of a list that is far too long, fewer than the values that a body may have. */
const ENTRIES = IS_LONG ? 490_000 : 200_000;
/** Times that each request is sent. */
const ROUNDS = isInRings() ? 2 : 3;
/** The rest of the attacker between two requests, so that a 99th percentile of the event loop is not its longest delay. */
const REST_MS = 1200;

let hostile: HostileSite;
let attacker: Person;
let projectId: string;
let documentId: string;
const sockets = new Set<Socket>();
test.before(async () => {
  hostile = await HostileSite.open();
  attacker = await signUp(hostile.kiln.url);
  projectId = await makeProject(attacker);
  const type = {
    name: "article",
    title: "Article",
    fields: [{ name: "body", title: "Body", type: "portableText" }],
  };
  const made = await attacker.api.post(`/v1/projects/${projectId}/content/types`, type);
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const saved = await attacker.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "article",
    draft: { body: [{ _type: "block", _key: "k".repeat(1.2 * MB), children: Array(300).fill(1) }] },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body).slice(0, 1000));
  documentId = saved.body.document.id;
  // The first request of GraphQL loads its modules and makes its schema.
  await attacker.api.post("/v1/graphql", { query: "{ __typename }" });
});
test.after.always(async () => {
  for (const socket of sockets) socket.destroy();
  await hostile?.close();
});

const headOf = ({ method, path, type }: Omit<PublicBody, "refusal">, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: x", `Content-Type: ${type}`, ...headers, "", ""].join("\r\n");

/** Opens a connection of the attacker, which reads what comes and keeps its half open. */
function dial(text: string): Socket {
  const { hostname, port } = new URL(hostile.kiln.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  sockets.add(socket);
  socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  socket.resume().write(text);
  return socket;
}

/** Waits until one of the events comes. */
const until = (socket: Socket, ...events: string[]) =>
  new Promise<void>((resolve) => {
    const come = () => {
      for (const event of events) socket.off(event, come);
      resolve();
    };
    for (const event of events) socket.on(event, come);
  });

/** Sends the given number of bytes as fast as they are taken, and keeps the connection. */
async function pour(socket: Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(256 * 1024, 32);
  for (let sent = 0; sent < bytes && socket.writable; sent += piece.length)
    if (!socket.write(piece)) await until(socket, "drain", "close");
}

/** Waits until the server ends the connection, whatever the attacker keeps open itself. */
const ended = async (socket: Socket) => {
  if (!socket.readableEnded && !socket.destroyed) await until(socket, "end", "close");
};

const ATTACKS: Readonly<Record<string, () => Promise<void>>> = {
  [`${BODIES} bodies of 31 MB on each public route`]: async () => {
    await Promise.all(
      PUBLIC_BODIES.flatMap((route) =>
        Array.from({ length: BODIES }, () => {
          const chunk = `${(31 * MB).toString(16)}\r\n`;
          return pour(dial(headOf(route, "Transfer-Encoding: chunked") + chunk), 31 * MB);
        }),
      ),
    );
  },
  "bodies of 31 MB that one account half sends": async () => {
    const key = `Authorization: Bearer ${attacker.key}`;
    const generations = { method: "POST", path: "/v1/generations", type: "application/json" } as const;
    await Promise.all(
      Array.from({ length: 12 }, () =>
        pour(dial(headOf(generations, key, `Content-Length: ${32 * MB}`)), 31 * MB),
      ),
    );
  },
  "dripping bodies on each public route, and connections that say nothing or half a header": async () => {
    const dripping = PUBLIC_BODIES.flatMap((route) =>
      Array.from({ length: 20 }, () => dial(headOf(route, "Content-Length: 50000"))),
    );
    const silent = [
      ...Array.from({ length: 200 }, () => dial("")),
      ...Array.from({ length: 200 }, () => dial("POST /v1/auth/sign-in HTTP/1.1\r\nX-Half: ")),
    ];
    const drip = setInterval(() => {
      for (const socket of dripping) if (socket.writable) socket.write(" ");
    }, 250);
    try {
      await Promise.all([...dripping, ...silent].map(ended));
    } finally {
      clearInterval(drip);
    }
  },
  "floods of headers, and what is no HTTP": async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `X-${at}: 1`).join("\r\n");
    const floods = [
      `GET /v1/plans HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`,
      `GET /v1/plans?${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /v1/plans HTTP/1.1\r\nHost: x\r\nCookie: ${"a=b; ".repeat(20_000)}\r\n\r\n`,
      "\0".repeat(10_000),
    ];
    for (let round = 0; round < FLOODS; round += 1)
      await Promise.all(
        Array.from({ length: 40 }, (_, at) => {
          return ended(dial(floods[at % floods.length] ?? ""));
        }),
      );
  },
};

for (const [name, attack] of Object.entries(ATTACKS))
  test.serial(`${name} hurt nobody else (rules/edge 17; rules/running 23)`, async (t) => {
    assertUnhurt(t, await hostile.witness.during(attack));
    for (const socket of sockets) socket.destroy();
  });

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

/** Requests of one account: the method, the path and the body, and what is answered. */
const AMPLIFIED: Readonly<
  Record<string, () => [method: string, path: string, body: unknown, status: number]>
> = {
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
for (const [name, attack] of ofRings(Object.entries(AMPLIFIED), { always: ([name]) => !isAlike(name) }))
  test.serial(
    `${name}: a short answer, and nobody else waits (rules/edge 51 and 52; rules/content 22)`,
    async (t) => {
      const [method, path, body, status] = attack();
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const met = await hostile.witness.during(async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await sleep(REST_MS);
          const began = performance.now();
          const answer = await fetch(`${hostile.kiln.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${attacker.key}`, "content-type": "application/json" },
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

test.serial(
  "SIGTERM among slow bodies and half-open connections ends the process in time (rules/running 14)",
  async (t) => {
    for (const route of PUBLIC_BODIES)
      for (let at = 0; at < 10; at += 1) dial(headOf(route, "Content-Length: 50000"));
    for (let at = 0; at < 50; at += 1) dial("GET /livez HTTP/1.1\r\nX-Half: ");
    await hostile.stop(t);
  },
);
