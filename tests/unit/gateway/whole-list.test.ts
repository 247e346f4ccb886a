import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import test from "ava";
import type { PiecesOf } from "../../../contracts/contract.js";
import { asProcess, onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { loopTurns } from "../../../runtime/process/loop-turns.js";
import { wholeList } from "../../../services/gateway/whole-list.js";

const LISTS = 8;
const TURNS = 20;

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test("an account's long lists are written in its own turns, whatever reads them: the process has every other one (rules/running 24; ADR-0101)", async (t) => {
  let [written, costMs] = [0, 2];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const row = {
    toJSON() {
      written += 1;
      if (written === LISTS) begin();
      spin(costMs);
      return "x".repeat(70_000);
    },
  };
  const piece = { rows: Array.from({ length: 400 }, () => row), about: {}, next: { at: 1, id: "last" } };
  const read = async (): Promise<void> => {
    const res = Object.assign(new EventEmitter(), { req: { socket: { destroyed: true } } });
    const ask = (after: unknown) => Promise.resolve(after === null ? piece : { ...piece, next: null });
    const whole = await onBehalfOf("greedy", () =>
      wholeList({ list: "rows" } as PiecesOf, ask, res as unknown as ServerResponse),
    );
    if ("stream" in whole) for await (const _ of whole.stream);
  };
  const lists = Array.from({ length: LISTS }, read);
  await begun;
  const before = written;
  for (let turn = 0; turn < TURNS; turn += 1) {
    spin(10);
    await asProcess(() => loopTurns.pause());
  }
  const rows = written - before;
  costMs = 0;
  await Promise.all(lists);
  t.is(written, LISTS * 800);
  // A turn of 10 ms takes five rows.
  t.true(rows < TURNS * 15, `${rows} rows in ${TURNS} turns of the process`);
});
