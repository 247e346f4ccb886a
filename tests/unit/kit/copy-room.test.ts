import { setImmediate as turn } from "node:timers/promises";
import test from "ava";
import { CopyRoom, type Taken } from "../../../plugins/kit/recordings/copy-room.js";

const { signal } = new AbortController();

/** Opens a room and a list of the accounts that have been given bytes of it. */
function open() {
  const room = new CopyRoom({ all: 10, ofAccount: 6 });
  const given: [string, Taken][] = [];
  const ask = (account: string, bytes: number, until = signal) =>
    room.take(account, bytes, until).then((taken) => void given.push([account, taken]));
  const names = async () => {
    await turn();
    return given.map(([account]) => account);
  };
  const end = (at: number) => given[at]?.[1].end();
  return { ask, given, names, end };
}

test("copies of recordings have so many bytes together, and one is always allowed (rules/models 48)", async (t) => {
  const { ask, given, names, end } = open();
  void ask("ann", 99);
  void ask("ben", 1);
  t.deepEqual(await names(), ["ann"]);
  given[0]?.[1].shrinkTo(9);
  t.deepEqual(await names(), ["ann", "ben"]);
  void ask("eve", 2);
  t.deepEqual(await names(), ["ann", "ben"]);
  end(0);
  end(0);
  t.deepEqual(await names(), ["ann", "ben", "eve"]);
});

test("accounts take turns, one has no more than its share, and nobody goes before a large one (rules/models 48)", async (t) => {
  const { ask, names, end } = open();
  void ask("ann", 5);
  void ask("ann", 5);
  void ask("ann", 1);
  void ask("ben", 6);
  void ask("eve", 1);
  t.deepEqual(await names(), ["ann"], "ben waits for the room, ann for her share, and eve for ben");
  end(0);
  t.deepEqual((await names()).slice(0, 2), ["ann", "ben"]);
});

test("one that gives up is not waited for (rules/models 48)", async (t) => {
  const { ask, names } = open();
  void ask("ann", 6);
  const leaving = new AbortController();
  const left = ask("ben", 6, leaving.signal);
  void ask("eve", 4);
  t.deepEqual(await names(), ["ann"]);
  leaving.abort(new Error("gone"));
  await t.throwsAsync(left, { message: "gone" });
  t.deepEqual(await names(), ["ann", "eve"]);
  await t.throwsAsync(ask("dan", 1, leaving.signal), { message: "gone" });
});
