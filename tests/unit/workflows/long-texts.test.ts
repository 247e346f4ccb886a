import { setImmediate as nextTurn } from "node:timers/promises";
import test from "ava";
import { LongTexts } from "../../../services/workflows/engine/long-texts.js";
import { TextRoom } from "../../../services/workflows/engine/text-room.js";
import { nodeChange } from "../../../services/workflows/engine/run-rows.js";

const long = { text: [{ type: "text" as const, text: "x".repeat(100_000) }] };

test("between two nodes with long texts there is a turn of the event loop without any of them (rules/running 24)", async (t) => {
  const texts = new LongTexts();
  const seen: string[] = [];
  const nodes = [1, 2, 3].map(async (n) => {
    await texts.turn(long);
    seen.push(`node ${n}`);
  });
  const others = (async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await nextTurn();
      seen.push("turn");
    }
  })();
  await Promise.all([...nodes, others]);
  for (const n of [1, 2]) {
    const between = seen.slice(seen.indexOf(`node ${n}`) + 1, seen.indexOf(`node ${n + 1}`));
    t.true(between.length > 0 && between.every((each) => each === "turn"), seen.join());
  }
});

test("nodes without long texts wait for no turn", async (t) => {
  const texts = new LongTexts();
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  await texts.turn({ text: [{ type: "text", text: "short" }], image: [{ type: "image", storageId: "x" }] });
  t.false(hasTurned);
});

test("free nodes of a run keep 8 MB of texts together; what was paid for is kept, and counts (rules/running 23)", (t) => {
  const given = (bytes: number) =>
    nodeChange("complete", { outputs: { text: { type: "text", text: "x".repeat(bytes) } } });
  const kept = { outputs: { text: { type: "text" as const, text: "x".repeat(4 * 2 ** 20) } } };
  const room = new TextRoom([kept]);
  const whole = given(3 * 2 ** 20);
  t.is(room.admit(whole, 0), whole);
  t.is(room.admit(given(2 ** 20), 0).status, "error", "four and three and one, and the quotes");
  t.is(room.admit(given(1000), 0).status, "complete");
  t.is(room.admit(given(2 ** 20), 1).status, "complete");
  const over = room.admit(given(10), 0);
  t.like(over, { status: "error", outputs: null });
  t.regex(over.detail ?? "", /together longer than 8 MB/);
  t.is(room.admit(nodeChange("complete", { outputs: null }), 0).status, "complete");
});
