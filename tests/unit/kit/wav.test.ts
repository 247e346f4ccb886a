import test from "ava";
import { makeWav, wavChunks } from "../../../plugins/kit/media/wav.js";
import { parseWav } from "../../helpers/parse-wav.js";

test("a WAV has the exact length and a tone that can be heard", (t) => {
  for (const seconds of [0.001, 0.5, 1, 2.75, 30]) t.is(parseWav(makeWav(seconds, 440)).seconds, seconds);
  t.true(parseWav(makeWav(1, 440)).loudest > 1000);
});

test("a WAV of no length at all still has a sample", (t) => {
  t.is(parseWav(makeWav(0, 440)).seconds, 1 / 8000);
});

test("a long WAV comes in pieces of a second at most", (t) => {
  let most = 0;
  for (const piece of wavChunks(120.5, 300)) most = Math.max(most, piece.length);
  t.is(most, 16_000);
});
