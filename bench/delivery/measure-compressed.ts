import type { Figure } from "../figure.js";
import { Connection } from "../load/connection.js";
import { CONNECTIONS } from "../load/load.js";
import { Stream } from "../load/stream.js";
import { inTurns, ratio, say, withStreams } from "../load/turns.js";
import type { Subject } from "./subject.js";
import type { Question } from "./questions.js";
import { kilnRequest } from "./requests.js";

const CODINGS = ["br", "gzip"] as const;
const DISTINCT = 6000;
/** Number of the first question. No other row asks these questions. */
const FROM = 40_000;
const WARM_UP_MS = 1000;

/** Measures the row for readers that accept a coding, in turns with readers that accept none. */
export async function measureCompressed(question: Question, subject: Subject): Promise<Figure[]> {
  const { url, site, label } = subject;
  const asked = (count: number, from: number, coding?: string) =>
    Array.from({ length: count }, (_, at) =>
      kilnRequest(url, site, question.ask(from + at, site.count), coding),
    );
  const measure = async (name: string, count: number): Promise<Figure[]> => {
    const froms = [undefined, ...CODINGS].map((coding, at) => ({ coding, from: FROM + at * count }));
    const opening = froms.map(({ coding, from }) =>
      Stream.open(url, asked(count, count === 1 ? FROM : from, coding), CONNECTIONS),
    );
    return withStreams(opening, async (streams) => {
      if (count === 1) for (const stream of streams) await stream.run(WARM_UP_MS);
      const runs = await inTurns(
        5,
        streams.map((stream) => () => stream.run(400)),
      );
      const [plain = []] = runs;
      return CODINGS.map((coding, at) => {
        const own = runs[at + 1] ?? [];
        return {
          name: `${label}: ${question.name}, ${name}, ${coding}, to the same uncompressed`,
          value: ratio(own, plain),
          unit: "ratio" as const,
          note: `${say(own)}; uncompressed ${say(plain)}`,
        };
      });
    });
  };
  const figures = [...(await measure("cold", DISTINCT)), ...(await measure("warm, one URL", 1))];
  const sizes = await Promise.all(
    [undefined, ...CODINGS].map(async (coding) => {
      const connection = await Connection.open(url);
      const [request] = asked(1, FROM, coding);
      const { length } = await connection.send(request ?? Buffer.alloc(0));
      connection.close();
      return `${coding ?? "uncompressed"} ${length}`;
    }),
  );
  return figures.map((figure) => ({ ...figure, note: `${figure.note}; bytes: ${sizes.join(", ")}` }));
}
