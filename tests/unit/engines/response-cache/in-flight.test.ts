import test from "ava";
import { openCache, bodyOf, readerAt } from "./open-cache.js";

const open = () => openCache(2 ** 20, 2 ** 10);

test("who asks the same of the same revision while it is made gets that response; others make theirs", async (t) => {
  const responses = open();
  let made = 0;
  const make = async () => {
    made += 1;
    const text = String(made);
    await new Promise(setImmediate);
    return bodyOf(text);
  };
  const answers = await Promise.all([
    responses.getOrMake("a", readerAt(1), make),
    responses.getOrMake("a", readerAt(1), make),
    responses.getOrMake("a", readerAt(2, false), make),
    responses.getOrMake("b", readerAt(1), make),
  ]);
  t.deepEqual(
    answers.map(({ parts }) => parts.join().toString()),
    ["1", "1", "2", "3"],
  );
  const later = await responses.getOrMake("c", readerAt(1), make);
  t.is(later.parts.join().toString(), "4");
});

test("what was made for one who has to see a later revision is not given to others in flight", async (t) => {
  const responses = open();
  const [old, fresh] = await Promise.all([
    responses.getOrMake("a", readerAt(1), async () => bodyOf("old")),
    responses.getOrMake("a", readerAt(2, false), async () => bodyOf("fresh")),
  ]);
  t.is(old.parts.join().toString(), "old");
  t.is(fresh.parts.join().toString(), "fresh");
});

test("a response that fails fails those who wait for it, and the next one is made", async (t) => {
  const responses = open();
  const fail = () => Promise.reject(new Error("The database is away."));
  const both = [responses.getOrMake("a", readerAt(1), fail), responses.getOrMake("a", readerAt(1), fail)];
  for (const each of both) await t.throwsAsync(each, { message: "The database is away." });
  const made = await responses.getOrMake("a", readerAt(1), async () => bodyOf("x"));
  t.is(made.parts.join().toString(), "x");
});

test("a response whose signed URLs may not be given any more is made anew", async (t) => {
  const responses = open();
  let made = 0;
  const make = async () => bodyOf(String((made += 1)));
  const refusing = { ...readerAt(1), accepts: () => false };
  for (let time = 0; time < 3; time++) await responses.getOrMake("a", readerAt(1), make);
  t.is(made, 2, "the first time it is only noted, the second time it is cached");
  await responses.getOrMake("a", refusing, make);
  t.is(made, 3);
});
