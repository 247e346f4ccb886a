import test from "ava";
import { ResultRoom } from "../../../services/gateway/graphql/room/result-room.js";

test("results of one request have room together, texts and lists counted", async (t) => {
  const most = 2 ** 20;
  const room = new ResultRoom(most);
  const small = { title: "x".repeat(400_000), tags: ["a", "b"] };
  const taken = await room.take(small);
  t.true(taken > 400_000);
  t.is(room.taken, taken);
  await t.notThrowsAsync(room.take({ title: "x".repeat(400_000) }));
  await t.throwsAsync(room.take({ title: "x".repeat(400_000) }), { message: /over 1 MB/ });
  await t.throwsAsync(new ResultRoom(most).take({ list: Array.from({ length: 400_000 }, () => 1) }), {
    message: /shorter pages/,
  });
  await t.throwsAsync(new ResultRoom().take("x".repeat(32 * 2 ** 20)), { message: /over 32 MB/ });
});
