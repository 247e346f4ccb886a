import test from "ava";
import { type RowWait, waitForRow } from "../../../../runtime/actions/wait-for-row.js";

interface Row {
  isOver: boolean;
  reads: number;
}

/** Makes a wait for a row that counts its reads and never ends by itself. */
function waitOn(row: Row | null, changes: Partial<RowWait<Row>> = {}): RowWait<Row> {
  return {
    read: async () => {
      if (row !== null) row.reads += 1;
      return row;
    },
    isOver: ({ isOver }) => isOver,
    onChange: () => () => undefined,
    longestMs: 3_600_000,
    ...changes,
  };
}

const drain = () => new AbortController();
const neverAborted = () => new AbortController().signal;

test("when the time is up the state reached is the answer (rules/translation 9; rules/workflows 25)", async (t) => {
  const row = { isOver: false, reads: 0 };
  const { signal: draining } = drain();
  t.is(await waitForRow({ draining }, waitOn(row, { longestMs: 5 }), neverAborted()), row);
  t.true(row.reads >= 2, "it was read once more when the time was up");
});

test("a row that is over, or gone, is the answer at once", async (t) => {
  const row = { isOver: true, reads: 0 };
  const { signal: draining } = drain();
  t.is(await waitForRow({ draining }, waitOn(row), neverAborted()), row);
  t.is(row.reads, 1);
  t.is(await waitForRow({ draining }, waitOn(null), neverAborted()), null);
});

test("a signal leads to a re-read, and the listener is taken off at the end", async (t) => {
  const row = { isOver: false, reads: 0 };
  let isListening = false;
  const change: { wake: () => void } = { wake: () => undefined };
  const wait = waitOn(row, {
    onChange: (wake) => {
      change.wake = wake;
      isListening = true;
      return () => (isListening = false);
    },
  });
  const waited = waitForRow({ draining: drain().signal }, wait, neverAborted());
  t.true(isListening);
  row.isOver = true;
  change.wake();
  t.is(await waited, row);
  t.false(isListening);
});

test("a process that drains answers with the state reached (rules/running 14)", async (t) => {
  const row = { isOver: false, reads: 0 };
  const draining = drain();
  const waited = waitForRow({ draining: draining.signal }, waitOn(row), neverAborted());
  draining.abort();
  t.is(await waited, row);
});

test("a caller that leaves ends the wait with its reason", async (t) => {
  const caller = new AbortController();
  const waited = waitForRow({ draining: drain().signal }, waitOn({ isOver: false, reads: 0 }), caller.signal);
  caller.abort(new Error("left"));
  await t.throwsAsync(waited, { message: "left" });
});
