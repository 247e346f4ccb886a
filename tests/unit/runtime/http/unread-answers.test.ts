import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { mock } from "node:test";
import test from "ava";
import { UnreadAnswers, unreadAnswers, unreadFiles } from "../../../../runtime/http/unread-answers.js";

const PATIENCE_MS = 1000;

/** Imitation of a connection with bytes to send. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  writableLength = 1;
  bytesWritten = 1;

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }

  get res(): Pick<ServerResponse, "req"> {
    return { req: { socket: this } as unknown as IncomingMessage };
  }
}
const bytes = (size: number): Buffer[] => [Buffer.alloc(size)];

test.before(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.after.always(() => mock.timers.reset());

test.serial(
  "a connection that takes nothing for as long as patience lasts is cut, one that goes on is not (rules/running 23)",
  (t) => {
    const unread = new UnreadAnswers({ patienceMs: PATIENCE_MS });
    const [still, slow, done] = [new FakeSocket(), new FakeSocket(), new FakeSocket()];
    unread.add(still.res, bytes(10));
    const { moved, ended } = unread.add(slow.res, bytes(10));
    unread.add(done.res, bytes(10)).ended();
    for (let times = 0; times < 4; times++) {
      mock.timers.tick(PATIENCE_MS - 1);
      t.is(still.destroyed, times > 0);
      t.false(slow.destroyed);
      moved();
    }
    t.false(done.destroyed);
    ended();
    mock.timers.tick(10 * PATIENCE_MS);
    t.false(slow.destroyed);
    t.is(unread.bytes, 0);
    for (const socket of [still, slow, done]) t.is(socket.listenerCount("close"), 0);
  },
);

test.serial(
  "nobody who has just taken something is cut for others, however many they are (rules/edge 55)",
  (t) => {
    const unread = new UnreadAnswers({ maxBytes: 100, graceMs: 600_000 });
    const sockets = Array.from({ length: 20 }, () => new FakeSocket());
    for (const { res } of sockets) unread.add(res, bytes(30));
    t.false(sockets.some(({ destroyed }) => destroyed));
    unread.graceMs = 0;
    unread.add(new FakeSocket().res, bytes(30));
    t.is(sockets.filter(({ destroyed }) => destroyed).length, 18);
    t.is(unread.bytes, 90);
  },
);

test.serial(
  "readers of files close no connection of who waits for an answer, and have more time (rules/edge 55)",
  (t) => {
    t.true(unreadFiles.patienceMs > unreadAnswers.patienceMs);
    const [answer, ...files] = Array.from({ length: 3 }, () => new FakeSocket());
    unreadAnswers.add(answer?.res ?? new FakeSocket().res, bytes(10));
    for (const { res } of files) unreadFiles.add(res, [{ length: unreadFiles.maxBytes }]);
    t.false(answer?.destroyed);
    answer?.destroy();
    for (const file of files) file.destroy();
    t.is(unreadFiles.bytes, 0);
  },
);

test.serial("an answer that waits for one before it on its connection is not the reader's fault", (t) => {
  const unread = new UnreadAnswers({ patienceMs: PATIENCE_MS });
  const socket = new FakeSocket();
  // The answer before it is still being made.
  socket.writableLength = 0;
  unread.add(socket.res, bytes(10));
  mock.timers.tick(5 * PATIENCE_MS);
  // Now the answer is sent, and the client takes it.
  socket.writableLength = 100;
  for (let times = 0; times < 5; times++) {
    socket.bytesWritten += 100;
    mock.timers.tick(PATIENCE_MS);
  }
  t.false(socket.destroyed);
  mock.timers.tick(2 * PATIENCE_MS);
  t.true(socket.destroyed);
});

test.serial(
  "beyond what all may keep, the connections that took nothing for longest are cut (rules/running 23)",
  (t) => {
    const unread = new UnreadAnswers({ maxBytes: 100 });
    const fourth = new FakeSocket();
    const sockets = [new FakeSocket(), new FakeSocket(), new FakeSocket(), fourth];
    const answers = sockets.slice(0, 3).map((socket) => unread.add(socket.res, bytes(30)));
    answers[0]?.moved();
    t.is(unread.bytes, 90);
    unread.add(fourth.res, bytes(60));
    t.deepEqual(
      sockets.map(({ destroyed }) => destroyed),
      [false, true, true, false],
    );
    t.is(unread.bytes, 90);
    // The answer is alone, so it may be as large as all together may be, and larger.
    const last = new FakeSocket();
    unread.add(last.res, bytes(110));
    t.true(sockets.every(({ destroyed }) => destroyed));
    t.false(last.destroyed);
    last.destroy();
    t.is(unread.bytes, 0);
  },
);

test.serial("what answers share is counted once, for as long as one of them has it", (t) => {
  const unread = new UnreadAnswers({ maxBytes: 100 });
  const shared = Buffer.alloc(80);
  const [one, two] = [new FakeSocket(), new FakeSocket()];
  const ends = [one, two, one].map((socket) => unread.add(socket.res, [shared, ...bytes(5)]));
  t.is(unread.bytes, 95);
  ends[0]?.ended();
  two.destroy();
  t.is(unread.bytes, 85);
  ends[2]?.ended();
  ends[2]?.ended();
  t.is(unread.bytes, 0);
});

test.serial("a reader that left before its answer was there is not waited for", (t) => {
  const unread = new UnreadAnswers();
  const socket = new FakeSocket();
  socket.destroy();
  unread.add(socket.res, bytes(10)).ended();
  t.is(unread.bytes, 0);
});
