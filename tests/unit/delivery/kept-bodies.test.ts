import test from "ava";
import { Basis } from "../../../services/delivery/serving/basis.js";
import { BodyWriter } from "../../../services/delivery/serving/body-writer.js";
import { KeptBodies } from "../../../services/delivery/serving/kept-bodies.js";
import { SharedText } from "../../../services/delivery/serving/shared-text.js";
import type { View } from "../../../services/delivery/serving/view.js";

const MB = 2 ** 20;
const QUESTIONS = 1000;
const view = {
  seen: { project: { id: "p" } },
  perspective: "published",
  shape: { revision: 1 },
  revision: 1,
  basis: new Basis(),
} as unknown as View;

/** What is asked once is not kept. */
function keep(bodies: KeptBodies, question: string, out: BodyWriter): void {
  const body = { parts: out.end(), etag: "", cacheTag: "", window: null };
  for (let times = 0; times < 2; times++) bodies.keep(view, question, body);
}

/** Keeps an answer to each question, which are asked for the second time, and gives how many of them are still at hand. */
async function keepAll(bodies: KeptBodies, documentOf: (number: number) => SharedText): Promise<number> {
  for (let number = 0; number < QUESTIONS; number++) {
    const out = new BodyWriter();
    const document = documentOf(number);
    out.write(`{"number":${number},"document":`);
    out.copy(document, 0, document.bytes.length);
    out.write("}");
    keep(bodies, `${number}`, out);
  }
  const found = [];
  for (let number = 0; number < QUESTIONS; number++) found.push(await bodies.find(view, `${number}`));
  return found.filter((each) => each !== undefined).length;
}

const documentOf = (number: number): SharedText => new SharedText(`${number} `.padEnd(10_000, "."));

test("answers that share their documents take the memory of these once", async (t) => {
  const bodies = new KeptBodies(2 * MB, MB);
  const documents = [1, 2, 3].map(documentOf);
  t.is(await keepAll(bodies, (number) => documents[number % 3] ?? documentOf(0)), QUESTIONS);
  t.true(bodies.bytes > 3 * 10_000);
});

test("answers with documents of their own go when there are too many, and give back all that they held", async (t) => {
  const bodies = new KeptBodies(2 * MB, MB);
  const left = await keepAll(bodies, documentOf);
  t.true(left > 100 && left < 200, `${left}`);
  t.true(bodies.bytes <= 2 * MB && bodies.bytes > MB, `${bodies.bytes}`);
  // one of a quarter of the memory is not kept, and nothing goes for it
  const large = new BodyWriter();
  large.write("x".repeat(MB));
  keep(bodies, "large", large);
  t.is(await bodies.find(view, "large"), undefined);
  t.truthy(await bodies.find(view, `${QUESTIONS - 1}`));
});

test("those that are asked for most are in one piece, also once readers ask for others", async (t) => {
  // three of them have room in one piece
  const bodies = new KeptBodies(2 * MB, 35_000);
  /** Asks for some in turn, and gives whether each is in one piece in the end. */
  const ask = async (numbers: readonly number[], times: number): Promise<boolean[]> => {
    const isWhole = [];
    for (let time = 0; time < times; time++)
      for (const number of numbers)
        isWhole.push((await bodies.find(view, `${number}`))?.parts.whole !== null);
    return isWhole.slice(-numbers.length);
  };
  for (let number = 0; number < 6; number++) {
    const out = new BodyWriter();
    const document = documentOf(number);
    out.copy(document, 0, document.bytes.length);
    keep(bodies, `${number}`, out);
  }
  const [all, none] = [
    [true, true, true],
    [false, false, false],
  ];
  t.deepEqual(await ask([0, 1, 2], 5000), all);
  // asked for less, they take no place, nor do they wear the others out
  t.deepEqual(await ask([3, 4, 5], 200), none);
  t.deepEqual(await ask([0, 1, 2], 1), all);
  // nobody asks for the first ones any more
  t.deepEqual(await ask([3, 4, 5], 20_000), all);
  t.deepEqual(await ask([0, 1, 2], 1), none);
});
