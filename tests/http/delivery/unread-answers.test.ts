import { once } from "node:events";
import { connect, type Socket } from "node:net";
import anyTest, { type TestFn } from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { unreadAnswers } from "../../../runtime/http/unread-answers.js";
import type { Kiln } from "../../../start.js";
import type { Client } from "../../helpers/client.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string" },
  { name: "body", title: "Body", type: "text" },
];
const MB = 2 ** 20;
/** Size of a document in bytes, close to the maximum. */
const LARGE = 4 * MB - 1000;
const COUNT = 5;

interface Context {
  kiln: Kiln;
  reader: Client;
  owner: Client;
  projectId: string;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const kiln = await startKiln();
  const { ann, projectId, documents } = await makeSite(kiln, FIELDS);
  for (let n = 0; n < COUNT; n++)
    await documents.makePublished({ title: `${n}`, body: `${n}`.repeat(LARGE) });
  t.context = { kiln, projectId, owner: ann.api, reader: await makeReader(ann, projectId) };
});
const { patienceMs, maxBytes } = unreadAnswers;
test.after.always(() => Object.assign(unreadAnswers, { patienceMs, maxBytes }));
test.beforeEach(() => Object.assign(unreadAnswers, { patienceMs: 60_000, maxBytes: 128 * MB }));
test.after.always((t) => t.context.kiln.stop());

/** Sends a request and reads nothing from then on. */
async function askAndLeave({ reader }: { reader: Client }, path: string, query?: string): Promise<Socket> {
  const { hostname, port } = new URL(reader.base);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  socket.on("error", () => {});
  const body = query === undefined ? "" : JSON.stringify({ query });
  const head = [
    `${query === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    "host: kiln",
    `authorization: ${reader.headers["authorization"]}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "content-type: application/json",
  ];
  socket.write([...head, "", body].join("\r\n"));
  return socket;
}

const listPath = ({ projectId }: Context): string => `/v1/content/${projectId}/documents?type=article`;

/** Resolves when the server holds no bytes for readers any more. */
async function untilNothingWaits(): Promise<void> {
  while (unreadAnswers.bytes > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
async function untilSomethingWaits(): Promise<void> {
  while (unreadAnswers.bytes === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

test.serial(
  "answers that nobody reads are given up, of REST and of GraphQL, and others go on (rules/running 23)",
  async (t) => {
    unreadAnswers.patienceMs = 300;
    const { reader, projectId } = t.context;
    const path = listPath(t.context);
    const idle = await reader.get(`${path}&limit=1&select=title`);
    t.is(idle.status, 200);
    const graphql = "{ allArticle { items { body } } }";
    for (const [asked, query] of [[path], [path], [`/v1/content/${projectId}/graphql`, graphql]] as const) {
      const socket = await askAndLeave(t.context, asked, query);
      await untilSomethingWaits();
      await untilNothingWaits();
      // The socket has what the system buffered, and then the end.
      let bytes = 0;
      socket.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
      if (!socket.closed) await once(socket, "close");
      t.true(bytes < COUNT * LARGE);
    }
    const { status, body } = await reader.get(path);
    t.is(status, 200);
    t.deepEqual(
      body.documents.map((each: { body: string }) => each.body.length),
      Array.from({ length: COUNT }, () => LARGE),
    );
  },
);

test.serial(
  "answers of the API that nobody reads are given up too, and whole for those who read (rules/running 23)",
  async (t) => {
    unreadAnswers.patienceMs = 300;
    const { owner, projectId } = t.context;
    const path = `/v1/projects/${projectId}/content/documents?limit=3`;
    const socket = await askAndLeave({ reader: owner }, path);
    await untilSomethingWaits();
    await untilNothingWaits();
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
    if (!socket.closed) await once(socket, "close");
    t.true(bytes < 3 * LARGE);
    // The reader runs in this process too, and a busy machine keeps it from reading for longer than that.
    unreadAnswers.patienceMs = 600_000;
    const { status, body } = await owner.get(path);
    t.is(status, 200);
    t.is(body.documents.length, 3);
    t.true(JSON.stringify(body).length > 3 * LARGE);
    await untilNothingWaits();
  },
);

test.serial(
  "together they keep no more than they may: those that took nothing for longest are cut (rules/running 23)",
  async (t) => {
    unreadAnswers.maxBytes = 10 * MB;
    // Each answer has a document of its own, because answers share their common parts.
    const paths = Array.from({ length: COUNT }, (_, at) => `${listPath(t.context)}&limit=1&offset=${at}`);
    const sockets: Socket[] = [];
    for (const path of paths) {
      for (let copy = 0; copy < 3; copy++) sockets.push(await askAndLeave(t.context, path));
      await untilSomethingWaits();
    }
    await Promise.any(sockets.map((socket) => once(socket.resume(), "close")));
    t.true(unreadAnswers.bytes <= 10 * MB);
    for (const socket of sockets) socket.destroy();
    await untilNothingWaits();
    t.pass();
  },
);
