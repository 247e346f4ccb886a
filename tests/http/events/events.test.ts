import { once } from "node:events";
import { connect } from "node:net";
import test from "ava";
import { AccountEvent } from "../../../entities/account-event.js";
import { announce } from "../../../services/events/index.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type EventStream, openEvents } from "../../helpers/event-stream.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { recordStatements } from "../../helpers/record-statements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound } from "../../helpers/transcribe.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const listen = (person: Person, headers: Record<string, string> = {}, path?: string): Promise<EventStream> =>
  openEvents(kiln.url, { ...person.api.headers, ...headers }, path);
const submit = async ({ api }: Person, prompt: string): Promise<string> => {
  const { status, body } = await api.post("/v1/generations", mockRequest(prompt));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.job.id;
};
const revisions = ({ events }: EventStream): number[] => events.map(({ id }) => Number(id));

test("a job is told from queued to its end, in order, to every stream of its account and to no other (rules/generation 19 and 20)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const [one, two, others] = await Promise.all([listen(ann), listen(ann), listen(bob)]);
  t.is(one.headers.get("content-type"), "text/event-stream; charset=utf-8");
  t.is(one.headers.get("cache-control"), "no-store");
  t.deepEqual(
    one.events.map(({ event }) => event),
    ["ready"],
  );
  const id = await submit(ann, "[slow=0.2] a cat");
  for (const stream of [one, two]) {
    const states = await stream.until(id, "succeeded");
    t.deepEqual([...new Set(states)], ["queued", "running", "succeeded"]);
    t.deepEqual(
      revisions(stream),
      revisions(stream).toSorted((a, b) => a - b),
    );
    const last = stream.of(id).at(-1);
    t.like(last, {
      event: "generation",
      data: { type: "generation", progress: 1, queuePosition: null, projectId: null },
    });
  }
  const failed = await submit(ann, "[fail] a cat");
  t.deepEqual((await one.until(failed, "failed")).at(-1), "failed");
  const slow = await submit(ann, "[slow=60] a cat");
  await one.until(slow, "running");
  await ann.api.post(`/v1/generations/${slow}/cancel`);
  t.deepEqual(await one.until(slow, "canceled"), ["queued", "running", "canceled"]);
  t.deepEqual(
    others.events.map(({ event }) => event),
    ["ready"],
  );
  for (const stream of [one, two, others]) stream.close();
});

test("a transcription is told when it begins and how it ends (rules/generation 19)", async (t) => {
  const ann = await signUp(kiln.url);
  const stream = await listen(ann);
  for (const [name, end] of [
    ["talk.wav", "succeeded"],
    ["talk [fail].wav", "failed"],
  ] as const) {
    const storageId = await uploadSound(ann.api, name);
    const { body } = await ann.api.post("/v1/transcriptions", { storageId, durationSeconds: 1 });
    t.deepEqual(await stream.until(body.job.id, end), ["running", end]);
    t.is(stream.of(body.job.id)[0]?.event, "transcription");
  }
  stream.close();
});

test("Last-Event-ID gives what came since, once and in order, by header or query; no id begins with now (rules/generation 20)", async (t) => {
  const ann = await signUp(kiln.url);
  const first = await listen(ann);
  const seen = await submit(ann, "first");
  await first.until(seen, "succeeded");
  const { lastId } = first;
  first.close();
  const missed = await Promise.all(["a", "b", "c"].map((prompt) => submit(ann, prompt)));
  for (const id of missed) await waitForJob(ann.api, id);
  for (const stream of await Promise.all([
    listen(ann, { "last-event-id": lastId }),
    listen(ann, {}, `/v1/events?lastEventId=${lastId}`),
  ])) {
    for (const id of missed) await stream.until(id, "succeeded");
    t.is(stream.of(seen).length, 0);
    t.is(stream.events[0]?.event, "ready");
    const ids = revisions(stream).slice(1);
    t.deepEqual(
      ids,
      ids.map((_, at) => Number(lastId) + 1 + at),
    );
    stream.close();
  }
  const fresh = await listen(ann);
  t.deepEqual(
    fresh.events.map(({ event }) => event),
    ["ready"],
  );
  fresh.close();
});

test("an id that is not kept any more, or never was one, is answered with `reset`, and the stream goes on (rules/generation 20)", async (t) => {
  const ann = await signUp(kiln.url);
  for (const prompt of ["one", "two"]) await waitForJob(ann.api, await submit(ann, prompt));
  await kiln.host.transact((tx) => tx.delete(AccountEvent, { accountId: ann.id, revision: 2 }));
  for (const given of ["1", "999999", "abc", "-1", "1.5", "1e3"]) {
    const stream = await listen(ann, { "last-event-id": given });
    await waitUntil(() => stream.events.some(({ event }) => event === "reset"));
    const last = stream.lastId;
    const id = await submit(ann, "goes on");
    await stream.until(id, "succeeded");
    t.true(stream.of(id).every((event) => Number(event.id) > Number(last)));
    stream.close();
  }
  const kept = await listen(ann, { "last-event-id": "2" });
  t.is(kept.events[0]?.event, "ready");
  kept.close();
});

/** Deletes the stored events of an account. */
const sweepAll = (person: Person): Promise<unknown> =>
  kiln.host.transact((tx) => tx.delete(AccountEvent, { accountId: person.id }));

test.serial(
  "an id behind which nothing is kept any more is answered with `reset` first, and then costs nothing (rules/generation 20)",
  async (t) => {
    const ann = await signUp(kiln.url);
    const first = await listen(ann);
    for (const prompt of ["one", "two"]) await first.until(await submit(ann, prompt), "succeeded");
    const head = first.lastId;
    await sweepAll(ann);
    const stream = await listen(ann, { "last-event-id": "1" });
    t.deepEqual(
      stream.events.map(({ event, id }) => [event, id]),
      [["reset", head]],
    );
    // The feed has looked at the heads four times and has read no events.
    const looks = (statements: readonly string[]) =>
      statements.filter((sql) => sql.startsWith("SELECT id, revision FROM account_event_heads")).length;
    const recording = recordStatements(kiln.host.database);
    t.teardown(() => recording.end());
    await waitUntil(() => looks(recording.asked) >= 4);
    t.deepEqual(
      recording.end().filter((sql) => /AS kept_events/.test(sql)),
      [],
    );
    const same = await listen(ann, { "last-event-id": head });
    t.is(same.events[0]?.event, "ready");
    const id = await submit(ann, "goes on");
    for (const each of [first, stream, same]) {
      await each.until(id, "succeeded");
      each.close();
    }
  },
);

test("a stream whose next events are removed before it has read them is told `reset` (rules/generation 20)", async (t) => {
  const ann = await signUp(kiln.url);
  const stream = await listen(ann);
  await kiln.host.transact(async (tx) => {
    announce(tx, kiln.host, ann.id, { type: "run", id: "removed", status: "running" });
  });
  await stream.until("removed", "running");
  // The event wakes nobody and is removed at once.
  await kiln.host.transact(async (tx) => {
    await tx.run("UPDATE account_event_heads SET revision = revision + 1 WHERE id = ?", [ann.id]);
  });
  await waitUntil(() => stream.events.some(({ event }) => event === "reset"));
  t.is(stream.lastId, "2");
  stream.close();
});

test("no credential, a wrong one, and a key without the scope are refused; a session and generation:read listen (rules/identity 23 and 29)", async (t) => {
  const ann = await signUp(kiln.url);
  const key = async (scopes: string[]): Promise<Record<string, string>> => {
    const { body } = await ann.session.post("/v1/api-keys", { name: "k", scopes });
    return { authorization: `Bearer ${body.secret}` };
  };
  t.is((await openEvents(kiln.url, {})).status, 401);
  t.is((await openEvents(kiln.url, { authorization: "Bearer svc_sk_wrong" })).status, 401);
  t.is((await openEvents(kiln.url, await key(["media:rw"]))).status, 403);
  for (const headers of [await key(["generation:read"]), ann.session.headers]) {
    const stream = await openEvents(kiln.url, headers);
    t.is(stream.status, 200);
    stream.close();
  }
  t.is((await ann.api.post("/v1/events")).status, 404);
});

test("a key that is revoked ends its streams, and only its (rules/identity 25)", async (t) => {
  const ann = await signUp(kiln.url);
  const { body } = await ann.session.post("/v1/api-keys", { name: "gone", scopes: ["generation:read"] });
  const [doomed, other] = [
    await openEvents(kiln.url, { authorization: `Bearer ${body.secret}` }),
    await listen(ann),
  ];
  t.is((await ann.session.delete(`/v1/api-keys/${body.apiKey.id}`)).status, 200);
  await doomed.ended();
  const id = await submit(ann, "after it");
  await other.until(id, "succeeded");
  t.is(doomed.of(id).length, 0);
  other.close();
});

test("an account has 20 streams in a process; the next is 429, and one that closes makes room (rules/generation 20)", async (t) => {
  const ann = await signUp(kiln.url);
  const bob = await signUp(kiln.url);
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(ann)));
  t.deepEqual([...new Set(open.map(({ status }) => status))], [200]);
  const refused = await listen(ann);
  t.is(refused.status, 429);
  t.is(refused.headers.get("retry-after"), "5");
  const others = await listen(bob);
  t.is(others.status, 200);
  open.pop()?.close();
  await waitUntil(async () => {
    const again = await listen(ann);
    open.push(again);
    return again.status === 200;
  });
  for (const stream of [...open, others]) stream.close();
});

test("a stream that is never read costs no memory to speak of and holds up nobody else (rules/running 23)", async (t) => {
  const [deaf, ann] = [await signUp(kiln.url), await signUp(kiln.url)];
  const { hostname, port } = new URL(kiln.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.pause();
  socket.write(`GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${deaf.key}\r\n\r\n`);
  const reader = await listen(deaf);
  const big = "x".repeat(50);
  for (let round = 0; round < 25; round += 1)
    await kiln.host.transact(async (tx) => {
      for (let each = 0; each < 200; each += 1)
        announce(tx, kiln.host, deaf.id, { type: "run", id: `${round}-${each}`, status: big });
    });
  await reader.until("24-199", big);
  t.is(reader.events.length, 5_001);
  t.deepEqual(
    revisions(reader).slice(1),
    Array.from({ length: 5_000 }, (_, at) => at + 1),
  );
  const other = await listen(ann);
  const id = await submit(ann, "beside it");
  await other.until(id, "succeeded");
  for (const stream of [reader, other]) stream.close();
  socket.destroy();
});

test("a stop of the process ends streams at once, and does not wait for a connection that says nothing (rules/running 14)", async (t) => {
  const stopping = await startKiln({ DRAIN_SECONDS: "3600" });
  const { hostname, port } = new URL(stopping.url);
  const silent = connect(Number(port), hostname).on("error", () => {});
  await once(silent, "connect");
  const ann = await signUp(stopping.url);
  const stream = await openEvents(stopping.url, ann.api.headers);
  t.is(stream.status, 200);
  await stopping.stop();
  await stream.ended();
});
