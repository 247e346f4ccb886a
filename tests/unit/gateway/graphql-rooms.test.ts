import { EventEmitter } from "node:events";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { AnswerRoom, BeginAnew } from "../../../services/gateway/graphql/room/answer-room.js";
import { LongQueue, type LongTurn } from "../../../runtime/http/long-queue.js";
import { Rooms } from "../../../services/gateway/graphql/room/rooms.js";
import { writeText } from "../../../services/gateway/graphql/room/write-text.js";

const MB = 2 ** 20;
const text = (mb: number) => "x".repeat(mb * MB);

/** Asks for turns, and records which accounts have got one. */
function longAnswers(
  limits: ConstructorParameters<typeof LongQueue>[1] = {},
  { isAlone = () => true, now }: { isAlone?(account: string): boolean; now?(): number } = {},
) {
  const long = new LongQueue(isAlone, limits, now);
  const granted: string[] = [];
  const turns: LongTurn[] = [];
  const ask = async (account: string, signal: AbortSignal | null = null) => {
    const turn = await long.begin(account, { signal });
    granted.push(account);
    turns.push(turn);
    return turn;
  };
  /** Asks without waiting for the turn. A call that still waits when the test has ended is refused later. */
  const queue = (account: string): void => void ask(account).catch(() => {});
  return { long, granted, turns, ask, queue };
}

const response = () => {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return Object.assign(new EventEmitter(), { req: { socket } });
};

test("of an account one long answer is made at once, of all two, and accounts take turns (rules/edge 40)", async (t) => {
  const { granted, turns, queue } = longAnswers();
  for (const account of ["a", "a", "a", "b", "b", "c"]) queue(account);
  await turn();
  t.deepEqual(granted, ["a", "b"]);
  for (let at = 0; at < 4; at += 1) {
    turns[at]?.end();
    await turn();
  }
  t.deepEqual(granted, ["a", "b", "a", "b", "c", "a"]);
});

test("of an account as many long answers are made at once as the queue allows (rules/edge 49)", async (t) => {
  const { granted, turns, queue } = longAnswers({ atOnce: 5, ofAccount: 3 });
  for (const account of ["a", "a", "a", "a", "b", "b", "b"]) queue(account);
  await turn();
  t.deepEqual(granted, ["a", "a", "a", "b", "b"]);
  turns[0]?.end();
  turns[0]?.end();
  await turn();
  t.is(granted.length, 6);
});

test("an account whose last answer was large has one made at a time until one is short (rules/edge 49)", async (t) => {
  const { granted, turns, queue } = longAnswers({ atOnce: 5, ofAccount: 2 });
  const made = async (at: number, bytes: number): Promise<void> => {
    const res = response();
    turns[at]?.made(bytes, res as never);
    res.emit("close");
    await turn();
  };
  for (const account of ["a", "a", "a", "a", "a", "b", "b"]) queue(account);
  await turn();
  t.deepEqual(granted, ["a", "a", "b", "b"]);
  t.deepEqual(
    turns.map(({ hasWaited }) => hasWaited),
    [false, false, false, false],
  );
  await made(0, 2 * MB);
  t.is(granted.length, 4);
  await made(1, 2 * MB);
  t.is(granted.length, 5);
  t.true(turns[4]?.hasWaited);
  await made(4, 100);
  t.is(granted.length, 7);
});

test("beside others an account's next answer waits for twice as long as its last large one was made (rules/edge 49)", async (t) => {
  let now = 0;
  const alone = new Set(["alone"]);
  const { granted, turns, queue } = longAnswers(
    { atOnce: 5, ofAccount: 1 },
    { isAlone: (account) => alone.has(account), now: () => now },
  );
  const made = async (bytes: number): Promise<void> => {
    const res = response();
    turns.at(-1)?.made(bytes, res as never);
    res.emit("close");
    await turn();
  };
  for (const account of ["alone", "alone"]) {
    queue(account);
    await turn();
    now += 10;
    await made(2 * MB);
  }
  t.deepEqual(granted, ["alone", "alone"], "who is alone does not wait");
  queue("beside");
  await turn();
  now += 10;
  await made(2 * MB);
  queue("beside");
  await turn();
  t.is(granted.length, 3);
  now += 19;
  await sleep(30);
  queue("other");
  await turn();
  t.deepEqual(granted.slice(3), ["other"], "nobody else waits for that");
  now += 1;
  queue("beside");
  await turn();
  t.deepEqual(granted.slice(3), ["other", "beside"]);
});

test("whose rest is over is granted its turn by nobody's request, also where a timer comes early (rules/edge 49)", async (t) => {
  const { turns, ask, granted } = longAnswers({}, { isAlone: () => false, now: () => performance.now() / 3 });
  await ask("a");
  const res = response();
  await sleep(15);
  turns[0]?.made(2 * MB, res as never);
  res.emit("close");
  await ask("a");
  t.deepEqual(granted, ["a", "a"]);
});

test("a rest is half of the time that one waits at most, and a short answer does not end it (rules/edge 49)", async (t) => {
  let now = 0;
  const { granted, turns, queue } = longAnswers(
    { atOnce: 5, ofAccount: 2, waitMs: 4000 },
    { isAlone: () => false, now: () => now },
  );
  queue("a");
  queue("a");
  await turn();
  now += 3000;
  for (const [at, bytes] of [2 * MB, 100].entries()) {
    const res = response();
    turns[at]?.made(bytes, res as never);
    res.emit("close");
  }
  now += 1999;
  queue("a");
  await turn();
  t.is(granted.length, 2);
  now += 1;
  queue("b");
  await turn();
  t.deepEqual(granted.slice(2), ["a", "b"]);
});

test("who waits too long, or has many that wait already, is told to come again (503)", async (t) => {
  const { long, ask } = longAnswers({ waitMs: 20, waiting: 2 });
  await ask("a");
  // The refusals are awaited from the beginning, because on a busy machine they come before the third one.
  const late = [ask("a"), ask("a")].map((each) => t.throwsAsync(each, { message: /Retry later/ }));
  const error = await t.throwsAsync(ask("a"), { instanceOf: ServiceError });
  t.is(error.code, "unavailable");
  t.is(error.details.retryAfterSeconds, 5);
  await Promise.all(late);
  await t.notThrowsAsync(long.begin("b", { signal: null }));
});

test("who leaves while it waits takes no turn", async (t) => {
  const { granted, turns, ask, queue } = longAnswers();
  await ask("a");
  const leaving = new AbortController();
  const left = ask("a", leaving.signal);
  queue("a");
  leaving.abort(new Error("left"));
  await t.throwsAsync(left, { message: "left" });
  turns[0]?.end();
  await turn();
  t.deepEqual(granted, ["a", "a"]);
  t.is(turns.length, 2);
});

test("what an account's readers have not taken holds up its next long answer, and nobody else's", async (t) => {
  const { granted, turns, ask, queue } = longAnswers({ unread: 10 });
  await ask("a");
  const res = response();
  turns[0]?.made(10, res as never);
  queue("a");
  await ask("b");
  await turn();
  t.deepEqual(granted, ["a", "b"]);
  res.emit("close");
  await turn();
  t.deepEqual(granted, ["a", "b", "a"]);
});

test("a query whose results are long lets go of them, and has the whole room in its turn", async (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  const room = new AnswerRoom(rooms, "a", null);
  room.isQuery = true;
  await room.call(true, async () => text(3));
  await t.throwsAsync(
    room.call(true, async () => text(3)),
    { instanceOf: BeginAnew },
  );
  await t.throwsAsync(
    room.call(true, async () => ""),
    { instanceOf: BeginAnew },
  );
  t.true(room.mustBeginAnew);
  const turn = await room.inTurn();
  t.false(turn.mustBeginAnew);
  t.is(turn.atOnce, 2, "the run before it had results of 3 MB");
  for (let at = 0; at < 10; at += 1) await turn.call(true, async () => text(3));
  await t.throwsAsync(
    turn.call(true, async () => text(3)),
    { message: /over 32 MB/ },
  );
  turn.end();
  await t.notThrowsAsync(rooms.long.begin("a", { signal: null }));
});

test("a query whose results are short and whose text is long is begun anew too", async (t) => {
  const room = new AnswerRoom(new Rooms(new LongQueue(() => true)), "a", null);
  room.isQuery = true;
  await room.write(1000);
  await t.throwsAsync(room.write(2 * MB), { instanceOf: BeginAnew });
});

test("short requests that hold much together are long ones, of an account and of all", async (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  const query = (account: string) => Object.assign(new AnswerRoom(rooms, account, null), { isQuery: true });
  const held = async (account: string) => {
    const room = query(account);
    await room.call(true, async () => text(3));
    return room;
  };
  const first = [];
  for (let at = 0; at < 5; at += 1) first.push(await held("a"));
  await t.throwsAsync(held("a"), { instanceOf: BeginAnew });
  await t.notThrowsAsync(held("b"));
  for (const room of first) room.end();
  const mutation = new AnswerRoom(rooms, "a", null);
  for (let at = 0; at < 6; at += 1) await mutation.call(false, async () => text(3));
  await t.throwsAsync(
    mutation.call(false, async () => t.fail("It was begun.")),
    { message: /Retry later/ },
  );
  mutation.end();
  await t.notThrowsAsync(held("a"));
});

test("a call that is late, when its request is answered, holds nothing and begins nothing", async (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  for (let at = 0; at < 30; at += 1) {
    const room = new AnswerRoom(rooms, "a", null);
    let give = (_result: string): void => {};
    const late = room.call(false, () => new Promise<string>((resolve) => (give = resolve)));
    const lateError = t.throwsAsync(late, { message: /answered meanwhile/ });
    await turn();
    room.end();
    give(text(3));
    await lateError;
    await t.throwsAsync(
      room.call(true, async () => t.fail("It was begun.")),
      { message: /answered meanwhile/ },
    );
  }
  t.false(rooms.isFull("a"));
});

test("a stream holds nothing between two values, nor when it is over", async (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  for (let at = 0; at < 30; at += 1) {
    const room = new AnswerRoom(rooms, "a", null);
    await room.call(true, async () => text(3));
    room.renew();
    await room.call(true, async () => text(3));
    room.end();
  }
  t.false(rooms.isFull("a"));
});

test("a query is known as long by its document and the name of its operation", (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  const query = "query A { x } mutation B { y }";
  rooms.learn("a", { query, operationName: "A" }, true);
  t.true(rooms.isKnown("a", { query, operationName: "A" }));
  t.false(rooms.isKnown("a", { query, operationName: "B" }));
  t.false(rooms.isKnown("b", { query, operationName: "A" }));
});

test("requests that have left count among those that wait until the queue meets them", async (t) => {
  const { ask } = longAnswers({ waiting: 2 });
  await ask("a");
  for (let at = 0; at < 2; at += 1) {
    const leaving = new AbortController();
    const left = ask("a", leaving.signal);
    leaving.abort(new Error("left"));
    await t.throwsAsync(left, { message: "left" });
  }
  await t.throwsAsync(ask("a"), { message: /Retry later/ });
  await t.notThrowsAsync(ask("b"));
});

test("reads of one account run four at a time, and hold up no other's", async (t) => {
  const rooms = new Rooms(new LongQueue(() => true));
  const ends: (() => void)[] = [];
  const slow = () => new Promise<string>((resolve) => ends.push(() => resolve("")));
  const reads = Array.from({ length: 6 }, () => rooms.read("a", slow));
  await turn();
  t.is(ends.length, 4);
  await rooms.read("b", async () => {});
  ends[0]?.();
  await turn();
  t.is(ends.length, 5);
  for (let at = 0; at < 6; at += 1) {
    ends[at]?.();
    await turn();
  }
  await Promise.all(reads);
});

test("a long text is what JSON.stringify makes of it", async (t) => {
  const value = {
    errors: undefined,
    data: {
      none: null,
      empty: [],
      nothing: {},
      items: [{ id: 1, text: "ä\u2028\ud800", list: [[], [1, "2", [true]], {}], gone: undefined }],
      long: Array.from({ length: 5000 }, (_, at) => ({ at, tags: ["a", { b: at / 3 }] })),
    },
  };
  t.is((await writeText(value)).toString(), JSON.stringify(value));
});
