import test from "ava";
import { ResultRoom } from "../../../services/gateway/graphql/bounds/result-room.js";

test("results of one request have room together, texts and lists counted", (t) => {
  const room = new ResultRoom(1_000);
  const small = { title: "x".repeat(400), tags: ["a", "b"] };
  t.is(room.take(small), small);
  t.notThrows(() => room.take({ title: "x".repeat(400) }));
  t.throws(() => room.take({ title: "x".repeat(400) }), { message: /over 32 MB/ });
  t.throws(() => new ResultRoom(1_000).take({ list: Array.from({ length: 400 }, () => 1) }), {
    message: /shorter pages/,
  });
});
