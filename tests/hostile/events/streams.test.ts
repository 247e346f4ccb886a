import { connect, type Socket } from "node:net";
import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { HostileSite } from "../../helpers/witness/hostile-site.js";
import { assertUnhurt } from "../../helpers/witness/witness.js";

// A thousand streams of events are open while jobs change, and a quarter of the streams is never read.

const ACCOUNTS = 50;
const STREAMS = 20;
const JOBS = 3;

let hostile: HostileSite;
const attackers: Person[] = [];
const sockets = new Set<Socket>();
test.before(async () => {
  hostile = await HostileSite.open();
  for (let at = 0; at < ACCOUNTS; at += 10)
    attackers.push(...(await Promise.all(Array.from({ length: 10 }, () => signUp(hostile.kiln.url)))));
});
test.after.always(async () => {
  for (const socket of sockets) socket.destroy();
  await hostile?.close();
});

/** Opens a stream of a person's events. A stream that is not read takes no byte from its connection after the head. */
function listen(
  { key }: Person,
  isRead: boolean,
): Promise<{ socket: Socket; status: number; text: () => string }> {
  const { hostname, port } = new URL(hostile.kiln.url);
  const socket = connect({ port: Number(port), host: hostname });
  sockets.add(socket);
  let text = "";
  return new Promise((resolve, reject) => {
    socket.on("error", reject).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      if (status === undefined) return;
      if (!isRead) socket.pause();
      resolve({ socket, status: Number(status), text: () => text });
    });
    socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });
}

const submit = async ({ api }: Person, prompt: string): Promise<string> => {
  const { status, body } = await api.post("/v1/generations", mockRequest(prompt));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.job.id as string;
};

test.serial(
  "1,000 streams of 50 accounts, each fourth unread, while all their jobs move, hurt nobody (rules/running 24)",
  async (t) => {
    const testimony = await hostile.witness.during(async () => {
      const streams = await Promise.all(
        attackers.flatMap((person) =>
          Array.from({ length: STREAMS }, (_, at) => listen(person, at % 4 !== 0)),
        ),
      );
      t.deepEqual([...new Set(streams.map(({ status }) => status))], [200]);
      const jobs = await Promise.all(
        attackers.flatMap((person) =>
          Array.from(
            { length: JOBS },
            async (_, at) => [person, await submit(person, `a stream ${at}`)] as const,
          ),
        ),
      );
      for (const [person, id] of jobs) t.is((await waitForJob(person.api, id)).status, "succeeded");
      const [first = attackers[0]] = attackers;
      if (first === undefined) throw new Error("Nobody attacks.");
      t.is((await listen(first, true)).status, 429, "one more than an account may have");
      // The first account's second stream is read, and has the events of each of its jobs.
      const own = jobs.flatMap(([person, id]) => (person === first ? id : []));
      await waitUntil(() => own.every((id) => streams[1]?.text().includes(id)));
    });
    assertUnhurt(t, testimony);
  },
);

test.serial("who closes all of its streams may open as many again", async (t) => {
  for (const socket of sockets) socket.destroy();
  const [person] = attackers;
  if (person === undefined) throw new Error("Nobody attacks.");
  await waitUntil(async () => {
    const { socket, status } = await listen(person, true);
    if (status !== 200) socket.destroy();
    return status === 200;
  });
  for (let at = 1; at < STREAMS; at += 1) t.is((await listen(person, true)).status, 200);
});

test.serial(
  "a stop with streams open ends in time, and ledger, quota and disk are exact (rules/running 14)",
  async (t) => {
    await hostile.stop(t);
  },
);
