import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// An attacker opens hundreds of subscriptions of `/v1/graphql` and reads none; one subscription loses its key.

const ACCOUNTS = 10;
const STREAMS = 20;
const REFUSED = 200;

let hostile: HostileSite;
const attackers: Person[] = [];
const sockets = new Set<Socket>();
test.before(async () => {
  hostile = await HostileSite.open();
  attackers.push(...(await Promise.all(Array.from({ length: ACCOUNTS }, () => signUp(hostile.kiln.url)))));
});
test.after.always(async () => {
  for (const socket of sockets) socket.destroy();
  await hostile?.close();
});

interface Stream {
  socket: Socket;
  text(): string;
}

/** Opens a subscription. One that is not read takes no byte from its connection after the first. */
function subscribe(key: string, query: string, isRead = true): Promise<Stream> {
  const { hostname, port } = new URL(hostile.kiln.url);
  const socket = connect({ port: Number(port), host: hostname });
  sockets.add(socket);
  let text = "";
  const body = JSON.stringify({ query });
  return new Promise((resolve, reject) => {
    socket.on("error", reject).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (!isRead) socket.pause();
      resolve({ socket, text: () => text });
    });
    socket.write(
      `POST /v1/graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}

const CHANGES = "subscription { changes { type id status } }";

/** Makes a subscription with 40 names for the same field, so that each change sends a long text. */
const many = (id: string): string =>
  `subscription { generation(id: "${id}") { ${Array.from({ length: 40 }, (_, at) => `a${at}: params { ... on ImageJobParams { prompt } }`).join(" ")} status } }`;

const submit = async ({ api }: Person, prompt: string): Promise<string> => {
  const { status, body } = await api.post("/v1/generations", mockRequest(prompt));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.job.id as string;
};

test.serial(
  "subscriptions by the hundred, of which most are never read, while jobs move, hurt nobody (rules/running 24)",
  async (t) => {
    const testimony = await hostile.witness.during(async () => {
      const streams = await Promise.all(
        attackers.flatMap(({ key }) =>
          Array.from({ length: STREAMS }, (_, at) => subscribe(key, CHANGES, at % 4 === 0)),
        ),
      );
      t.true(streams.every(({ text }) => text().startsWith("HTTP/1.1 200")));
      const jobs = await Promise.all(
        attackers.map(
          async (person) => [person, await submit(person, `pots ${"long ".repeat(300)}`)] as const,
        ),
      );
      for (const [person, id] of jobs) t.is((await waitForJob(person.api, id)).status, "succeeded");
      const [first] = jobs;
      if (first === undefined) throw new Error("Nobody attacks.");
      await waitUntil(() => streams[0]?.text().includes(first[1]) ?? false);
      const over = await Promise.all(
        Array.from({ length: REFUSED }, () => subscribe(first[0].key, many(first[1]), false)),
      );
      await waitUntil(() =>
        over.every(({ text }) => text().includes("rate_limited") || text().includes("next")),
      );
      t.true(
        over.every(({ text }) => !text().includes('"status":"succeeded"')),
        "20 streams of an account",
      );
    });
    assertUnhurt(t, testimony);
  },
);

test.serial("who closes all of its subscriptions may open as many again", async (t) => {
  for (const socket of sockets) socket.destroy();
  const [person] = attackers;
  if (person === undefined) throw new Error("Nobody attacks.");
  const isOpen = async () => {
    const stream = await subscribe(person.key, CHANGES);
    await setTimeout(200);
    const isRefused = stream.text().includes("rate_limited");
    if (isRefused) stream.socket.destroy();
    return !isRefused;
  };
  await waitUntil(isOpen);
  for (let at = 1; at < STREAMS; at += 1) t.true(await isOpen(), `the ${at + 1}th`);
});

test.serial("a subscription ends with its key (rules/identity 25)", async (t) => {
  const [, person] = attackers;
  if (person === undefined) throw new Error("Nobody attacks.");
  const { body: made } = await person.session.post("/v1/api-keys", {
    name: "Goes",
    scopes: ["generation:read"],
  });
  const { text } = await subscribe(made.secret as string, CHANGES);
  t.true(text().startsWith("HTTP/1.1 200"));
  t.is((await person.session.delete(`/v1/api-keys/${made.apiKey.id}`)).status, 200);
  // This is the last chunk. The connection may serve other requests.
  await waitUntil(() => text().endsWith("\r\n0\r\n\r\n"));
});

test.serial(
  "a stop with subscriptions open ends in time, and ledger, quota and disk are exact (rules/running 14)",
  async (t) => {
    await hostile.stop(t);
  },
);
