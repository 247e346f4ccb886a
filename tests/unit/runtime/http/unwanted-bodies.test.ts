import { Readable } from "node:stream";
import test from "ava";
import { UnwantedBodies } from "../../../../runtime/http/unwanted-bodies.js";
import { until } from "../../../helpers/until.js";

const PIECE = Buffer.alloc(64 * 1024);
const MB = 2 ** 20;

/** Makes a body that never ends by itself, and counts the bytes that were taken of it. */
function pouring(): { body: Readable; taken: () => number } {
  let taken = 0;
  const body = new Readable({ read: () => void body.push(PIECE) });
  body.on("data", (piece: Buffer) => (taken += piece.length)).pause();
  return { body, taken: () => taken };
}

test("what nobody wants is read at a bounded rate, however many send it, and each of them is read", async (t) => {
  const bodies = new UnwantedBodies({ rate: 8 * MB, burst: MB });
  const began = performance.now();
  const all = Array.from({ length: 20 }, pouring);
  const stops = all.map(({ body }) => bodies.read(body, () => t.fail("none of them is over")));
  await until(async () => all.every(({ taken }) => taken() > 0));
  await until(async () => all.reduce((sum, { taken }) => sum + taken(), 0) > 4 * MB);
  const seconds = (performance.now() - began) / 1000;
  const bytes = all.reduce((sum, { taken }) => sum + taken(), 0);
  // The bound has the burst, one piece of each body at the beginning, and the share of a tick that is not over.
  t.true(bytes <= 8 * MB * (seconds + 0.1) + MB + 20 * PIECE.length, `${bytes} bytes in ${seconds} s`);
  for (const stop of stops) stop();
});

test("one that is too long is enough, and one that ends is", async (t) => {
  const bodies = new UnwantedBodies({ mostBytes: MB });
  const { body, taken } = pouring();
  await new Promise<void>((enough) => bodies.read(body, enough));
  t.true(taken() > MB && taken() <= MB + 2 * PIECE.length, String(taken()));
  t.true(body.isPaused());
  await new Promise<void>((enough) => bodies.read(Readable.from([PIECE]), enough));
});
