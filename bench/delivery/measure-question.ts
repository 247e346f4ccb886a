import type { Figure } from "../figure.js";
import { Connection, requestBytes } from "../load/connection.js";
import { CONNECTIONS } from "../load/load.js";
import { type Run, Stream } from "../load/stream.js";
import { inTurns, perSecond, ratio, say, withStreams } from "../load/turns.js";
import { startServer } from "../servers/start-server.js";
import { BEST_PEER, PEERS_CONSTANT, TIMES_PEER } from "./peers.js";
import type { Subject, Plain } from "./subject.js";
import type { Question } from "./questions.js";
import { kilnRequest, plainRequest } from "./requests.js";
import { zipf } from "./zipf.js";

/** Number of different questions, more than the cached bodies: the first body is gone before it is asked for again. */
const DISTINCT = 12_000;
const READERS_ASK = 1000;
/** Warm-up, so that V8's compilation is not measured on any server. Cold rows warm up with other questions of the row. */
const COMPILE_MS = 1500;
/** Target of cold rows, as a share of the hand-written server. */
const OF_HAND_WRITTEN = 0.95;

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at);

/** Measures questions that were never answered before: the document index and payloads are in memory, bodies are not. */
export async function measureCold(
  question: Question,
  subjects: readonly Subject[],
  plain: Plain | null,
): Promise<Figure[]> {
  const open = (from: number): Promise<Stream>[] => {
    const asked = (count: number) => numbers(DISTINCT, from).map((number) => question.ask(number, count));
    const opening = subjects.map(({ url, site }) => {
      const requests = asked(site.count).map((each) => kilnRequest(url, site, each));
      return Stream.open(url, requests, CONNECTIONS);
    });
    if (plain === null) return opening;
    const requests = asked(plain.site.count).map((each) => plainRequest(plain.url, plain.site, each));
    return [...opening, Stream.open(plain.url, requests, CONNECTIONS)];
  };
  await withStreams(open(DISTINCT), async (streams) => {
    for (const stream of streams) await stream.run(COMPILE_MS);
  });
  return withStreams(open(0), async (streams) => {
    const runs = await inTurns(
      5,
      streams.map((stream) => () => stream.run(400)),
    );
    const baseline = plain === null ? null : (runs.at(-1) ?? []);
    return subjects.map(({ label }, at): Figure => {
      const own = runs[at] ?? [];
      const name = `${label}: ${question.name}, cold`;
      if (baseline === null) return { name, value: perSecond(own), unit: "req/s", note: say(own) };
      return {
        name: `${name}, to hand-written with a token read`,
        value: ratio(own, baseline),
        unit: "ratio",
        target: { atLeast: OF_HAND_WRITTEN },
        note: `${say(own)}; hand-written ${say(baseline)}`,
      };
    });
  });
}

/**
 * Measures a thousand questions as often as readers ask them, with a publish at the start of each second, and then a single
 * question.
 */
export async function measureWarm(question: Question, subjects: readonly Subject[]): Promise<Figure[]> {
  const askedOf = ({ url, site }: Subject) =>
    numbers(READERS_ASK).map((number) => kilnRequest(url, site, question.ask(number, site.count)));
  const order = zipf(READERS_ASK, 16_384);
  const bytes = await bytesOf(subjects[0], askedOf);
  const bare = await startServer("bare", { BYTES: String(bytes) });
  const four = await startServer("bare", { BYTES: "4096" });
  for (const subject of subjects) await askEach(subject, askedOf(subject));
  const opening = subjects.flatMap((subject) => {
    const asked = askedOf(subject);
    const drawn = order.flatMap((number) => asked[number] ?? []);
    return [
      Stream.open(subject.url, drawn, CONNECTIONS),
      Stream.open(subject.url, asked.slice(0, 1), CONNECTIONS),
    ];
  });
  try {
    const constants = [four, bare].map(({ url }) =>
      Stream.open(url, [requestBytes(url, "GET")], CONNECTIONS),
    );
    return await withStreams([...opening, ...constants], async (streams) => {
      for (const stream of streams) await stream.run(COMPILE_MS);
      const run = (at: number, ms: number) => (): Promise<Run> => streams.at(at)?.run(ms) ?? Promise.reject();
      const many = subjects.map((subject, at) => async () => {
        const [under] = await Promise.all([run(2 * at, 1000)(), publish(subject)]);
        return under;
      });
      const one = subjects.map((_subject, at) => run(2 * at + 1, 300));
      const beside = run(-1, 300);
      const ofMany = await inTurns(3, [...many, run(-2, 300), beside]);
      const ofOne = await inTurns(5, [...one, run(-2, 300), beside]);
      return subjects.flatMap(({ label }, at) => [
        warmFigure(`${label}: ${question.name}, warm, 1,000 by Zipf`, question, ofMany[at], ofMany.slice(-2)),
        warmFigure(`${label}: ${question.name}, warm, one URL`, question, ofOne[at], ofOne.slice(-2)),
      ]);
    });
  } finally {
    await Promise.all([bare.stop(), four.stop()]);
  }
}

/** Asks every question once, so that its answer is cached afterwards. */
async function askEach({ url }: Subject, requests: readonly Buffer[]): Promise<void> {
  let next = 0;
  await Promise.all(
    numbers(8).map(async () => {
      const connection = await Connection.open(url);
      for (let request = requests[next++]; request !== undefined; request = requests[next++])
        await connection.send(request);
      connection.close();
    }),
  );
}

let turn = 0;
async function publish({ publisher, site }: Subject): Promise<void> {
  await (
    await publisher.save(`turn-${site.count}-${Date.now()}-${(turn += 1)}`)
  )();
}

async function bytesOf(
  subject: Subject | undefined,
  askedOf: (subject: Subject) => Buffer[],
): Promise<number> {
  const [request] = subject === undefined ? [] : askedOf(subject);
  if (subject === undefined || request === undefined) throw new Error("There is nothing to ask.");
  const connection = await Connection.open(subject.url);
  try {
    return (await connection.send(request)).length;
  } finally {
    connection.close();
  }
}

function warmFigure(
  name: string,
  { name: row }: Question,
  own: readonly Run[] = [],
  [four = [], bare = []]: readonly (readonly Run[])[],
): Figure {
  const peer = BEST_PEER[row];
  const pace = perSecond(four) / PEERS_CONSTANT;
  const value = perSecond(own);
  return {
    name,
    value,
    unit: "req/s",
    ...(peer !== undefined && { target: { atLeast: TIMES_PEER * peer } }),
    note:
      `${say(own)}; ${ratio(own, bare).toFixed(2)} of the constant, ${Math.round(perSecond(bare))}/s` +
      (peer === undefined
        ? ""
        : `; ${(value / peer).toFixed(1)} times the best peer, ` +
          `${(value / peer / pace).toFixed(1)} at the pace of its machine`),
  };
}
