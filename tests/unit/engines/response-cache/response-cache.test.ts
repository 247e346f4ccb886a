import test from "ava";
import {
  BodyWriter,
  makeBody,
  type ResponseCache,
  SharedText,
} from "../../../../engines/response-cache/index.js";
import { openCache, readerAt } from "./open-cache.js";

const MB = 2 ** 20;
const QUESTIONS = 1000;
const reader = readerAt(1);

/** Keeps the response to a question twice, because a response that is asked for once is not kept. */
function keep(bodies: ResponseCache<string[]>, question: string, out: BodyWriter): void {
  const body = makeBody(out.end(), { tags: [], wideTags: [], window: null });
  for (let times = 0; times < 2; times++) bodies.store(question, reader, body);
}

/** Keeps a response to each question, each for the second time, and returns how many of them are still cached. */
async function keepAll(
  bodies: ResponseCache<string[]>,
  documentOf: (number: number) => SharedText,
): Promise<number> {
  for (let number = 0; number < QUESTIONS; number++) {
    const out = new BodyWriter();
    const document = documentOf(number);
    out.write(`{"number":${number},"document":`);
    out.copy(document, 0, document.bytes.length);
    out.write("}");
    keep(bodies, `${number}`, out);
  }
  const found = [];
  for (let number = 0; number < QUESTIONS; number++) found.push(await bodies.find(`${number}`, reader));
  return found.filter((each) => each !== undefined).length;
}

const documentOf = (number: number): SharedText => new SharedText(`${number} `.padEnd(10_000, "."));

test("answers that share their documents take the memory of these once (rules/delivery 11)", async (t) => {
  const bodies = openCache(2 * MB, MB);
  const documents = [1, 2, 3].map(documentOf);
  t.is(await keepAll(bodies, (number) => documents[number % 3] ?? documentOf(0)), QUESTIONS);
  t.true(bodies.bytes > 3 * 10_000);
});

test("answers with documents of their own go when there are too many, and give back all that they held", async (t) => {
  const bodies = openCache(2 * MB, MB);
  const left = await keepAll(bodies, documentOf);
  t.true(left > 100 && left < 200, `${left}`);
  t.true(bodies.bytes <= 2 * MB && bodies.bytes > MB, `${bodies.bytes}`);
  // A response of a quarter of the memory is not kept, and no other one goes for it.
  const large = new BodyWriter();
  large.write("x".repeat(MB));
  keep(bodies, "large", large);
  t.is(await bodies.find("large", reader), undefined);
  t.truthy(await bodies.find(`${QUESTIONS - 1}`, reader));
});

test("those that are asked for most are in one piece, also once readers ask for others (rules/delivery 10)", async (t) => {
  // The memory for bodies in one piece has room for three of them.
  const bodies = openCache(2 * MB, 35_000);
  /** Asks for some bodies in turn, and returns whether each is in one piece in the end. */
  const ask = async (numbers: readonly number[], times: number): Promise<boolean[]> => {
    const isWhole = [];
    for (let time = 0; time < times; time++)
      for (const number of numbers)
        isWhole.push((await bodies.find(`${number}`, reader))?.parts.whole !== null);
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
  // Bodies that are asked for less often take no place and do not age the others.
  t.deepEqual(await ask([3, 4, 5], 200), none);
  t.deepEqual(await ask([0, 1, 2], 1), all);
  // Nothing asks for the first bodies any more.
  t.deepEqual(await ask([3, 4, 5], 20_000), all);
  t.deepEqual(await ask([0, 1, 2], 1), none);
});
