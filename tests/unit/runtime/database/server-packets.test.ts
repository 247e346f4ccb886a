import test from "ava";
import { packetsOf, START } from "../../../../runtime/database/server/server-packets.js";

const connection = {
  format: (sql: string) => sql,
  query: () => {},
  destroy: () => {},
};
const LONG = "x".repeat(200_000);

const packets = (texts: readonly string[], oneByOne: boolean): string[][] =>
  packetsOf(
    connection,
    texts.map((sql) => ({ sql, parameters: [] })),
    { oneByOne },
  ).map((packet) => packet.map(({ text }) => text));

test("statements travel together, in their order, up to what a server takes", (t) => {
  t.deepEqual(packets([START, "one", "two", "COMMIT"], false), [[START, "one", "two", "COMMIT"]]);
  t.deepEqual(packets([LONG, "one", LONG, "two"], false), [
    [LONG, "one"],
    [LONG, "two"],
  ]);
});

test("one by one each is a packet, so that nothing follows one whose answer is not there; the first takes START along", (t) => {
  t.deepEqual(packets([START, "one", "two", "COMMIT"], true), [[START, "one"], ["two"], ["COMMIT"]]);
  t.deepEqual(packets(["three", "COMMIT"], true), [["three"], ["COMMIT"]]);
});
