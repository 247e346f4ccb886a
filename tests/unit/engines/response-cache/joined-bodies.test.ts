import test from "ava";
import type { Coder } from "../../../../engines/response-cache/index.js";
import { bodyOf, openCache, readerAt } from "./open-cache.js";

const BYTES = 20_000;

/** Opens a cache whose memory for bodies in one piece has room for one of them. */
function openBodies() {
  const responses = openCache(2 ** 20, BYTES + 200);
  const make = (key: string, revision = 1) => {
    const body = bodyOf("x".repeat(BYTES));
    // The first request for a body is only counted.
    for (let time = 0; time < 2; time++) responses.store(key, readerAt(revision), body);
    return body;
  };
  const ask = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await responses.find(key, readerAt(1));
  };
  return { responses, make, ask };
}

test("an answer takes the place of another in one piece only when it is asked for more than twice as often", async (t) => {
  const { make, ask } = openBodies();
  const first = make("first");
  const second = make("second");
  await ask("first", 5);
  t.not(first.parts.whole, null);
  await ask("second", 10);
  t.is(second.parts.whole, null);
  t.not(first.parts.whole, null);
  await ask("second", 1);
  t.not(second.parts.whole, null);
  t.is(first.parts.whole, null);
});

test("an answer that is out of date gives up its place in one piece", async (t) => {
  const { responses, make, ask } = openBodies();
  const first = make("first");
  const second = make("second");
  await ask("first", 5);
  t.is(await responses.find("first", readerAt(2, false)), undefined);
  t.is(first.parts.whole, null);
  await ask("second", 1);
  t.not(second.parts.whole, null);
});

test("an answer that is out of date, or leaves the cache, gives up its compressed copies", async (t) => {
  const coder: Coder = { compress: async (_encoding, _bytes, body) => body(), take: () => true };
  // There is room for all compressed copies, so that none goes for want of it.
  const responses = openCache(2 * BYTES, 20 * BYTES, coder);
  const make = async (key: string) => {
    const body = bodyOf("x".repeat(BYTES / 2));
    for (let time = 0; time < 2; time++) responses.store(key, readerAt(1), body);
    await responses.encoded.make(body.parts, "br");
    t.not(responses.encoded.atHand(body.parts, "br"), undefined);
    return body;
  };
  const outdated = await make("outdated");
  t.is(await responses.find("outdated", readerAt(2, false)), undefined);
  t.is(responses.encoded.atHand(outdated.parts, "br"), undefined);
  t.is(responses.encoded.bytes, 0);
  const pushedOut = await make("pushed out");
  for (let n = 0; n < 8; n++) await make(`other ${n}`);
  t.is(await responses.find("pushed out", readerAt(1)), undefined);
  t.is(responses.encoded.atHand(pushedOut.parts, "br"), undefined);
});

test("an answer that is made anew is as wanted as it was", async (t) => {
  const { responses, make, ask } = openBodies();
  make("first");
  const second = make("second");
  await ask("first", 5);
  await ask("second", 10);
  t.is(await responses.find("second", readerAt(2, false)), undefined);
  t.is(await responses.find("second", readerAt(2)), undefined, "it does not come back");
  t.is(second.parts.whole, null);
  const anew = make("second", 2);
  t.is(await responses.find("second", readerAt(2)), anew);
  t.not(anew.parts.whole, null);
});
