import test from "ava";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import {
  Introspection,
  type IntrospectionAsker,
} from "../../../../services/delivery/graphql/introspection/introspection.js";
import { watchWorkers } from "../../../helpers/watch-workers.js";
import type { ContentModel } from "../../../../services/delivery/serving/read-scope.js";

const FIELDS: FieldDefinition[] = Array.from({ length: 20 }, (_, at) => ({
  name: `field${at}`,
  title: `Field ${at}`,
  type: "string",
}));

/** Makes a project with the given number of types, whose names begin with its letter. */
function modelOf(letter: string, count: number, fields: readonly FieldDefinition[] = FIELDS): ContentModel {
  const schemas = Array.from({ length: count }, (_, at) => ({ name: `${letter}${at}`, title: "T", fields }));
  const types = new Map(schemas.map((schema) => [schema.name, { schema }]));
  return {
    revision: 1,
    types,
    typesById: new Map(),
    locales: FIRST_LOCALES,
    bytes: 0,
  } as unknown as ContentModel;
}

const nameOf = (n: number, type = "Query") => ({
  query: `{ a${n}: __type(name: "${type}") { name } }`,
  operationName: null,
  variables: {},
});
const by = (ownerId: string, hasLeft = () => false): IntrospectionAsker => ({ ownerId, hasLeft });
const textOf = (n: number, name: string | null) => ({
  isRun: true,
  bytes: Buffer.from(JSON.stringify({ data: { [`a${n}`]: name === null ? null : { name } } })),
});
/** A worker takes a second to begin, so all tests ask the same one, one after the other. */
const introspection = new Introspection();
test.after.always(() => introspection.close());
const workers = watchWorkers({ teardown: (end) => test.after.always(end) });

test.serial(
  "an owner who asks many questions about the schemas of several projects waits for them: another's comes between them (rules/running 24)",
  async (t) => {
    const ann = modelOf("a", 2);
    const projects = Array.from({ length: 8 }, () => modelOf("m", 10));
    const order: string[] = [];
    const ask = (model: ContentModel, ownerId: string, n: number) =>
      introspection.answer(model, nameOf(n), by(ownerId)).then((answer) => {
        order.push(`${ownerId} ${n}`);
        return answer;
      });
    const flood = projects.map((project, n) => ask(project, "mallory", n));
    t.deepEqual(await ask(ann, "ann", 0), textOf(0, "Query"));
    await Promise.all(flood);
    t.is(order.indexOf("ann 0"), 1, order.join());
  },
);

test.serial(
  "so many questions of an owner wait, and so many of all; the same one is asked once",
  async (t) => {
    const model = modelOf("m", 2);
    const own = Array.from({ length: 8 }, (_, n) => introspection.answer(model, nameOf(n), by("mallory")));
    const same = introspection.answer(model, nameOf(7), by("mallory"));
    for (const each of [model, modelOf("n", 2)])
      await t.throwsAsync(introspection.answer(each, nameOf(8), by("mallory")), {
        message: /8 questions of yours .* wait/,
      });
    const others = Array.from({ length: 56 }, (_, n) =>
      introspection.answer(model, nameOf(100 + n), by(`owner ${n}`)),
    );
    await t.throwsAsync(introspection.answer(model, nameOf(9), by("one more")), { message: /Too many/ });
    for (const [n, answer] of own.entries()) t.deepEqual(await answer, textOf(n, "Query"));
    t.deepEqual(await same, textOf(7, "Query"));
    await Promise.all(others);
    t.deepEqual(await introspection.answer(model, nameOf(8), by("mallory")), textOf(8, "Query"));
  },
);

test.serial(
  "what only clients wanted who have left is not asked; what somebody still wants is",
  async (t) => {
    const model = modelOf("m", 2);
    let isGone = false;
    const first = introspection.answer(model, nameOf(0), by("mallory"));
    const left = introspection.answer(
      model,
      nameOf(1),
      by("mallory", () => isGone),
    );
    const shared = introspection.answer(
      model,
      nameOf(2),
      by("mallory", () => isGone),
    );
    const staying = introspection.answer(model, nameOf(2), by("mallory"));
    isGone = true;
    await t.throwsAsync(left, { message: /left/ });
    t.deepEqual(await first, textOf(0, "Query"));
    t.deepEqual(await shared, textOf(2, "Query"));
    t.deepEqual(await staying, textOf(2, "Query"));
  },
);

test.serial(
  "each question is about the schema of its project, whoever asked before and after the worker was ended",
  async (t) => {
    const [one, other] = [modelOf("m", 2), modelOf("a", 2)];
    const ask = (model: ContentModel, n: number, type: string) =>
      introspection.answer(model, nameOf(n, type), by("p"));
    t.deepEqual(await ask(one, 0, "M0"), textOf(0, "M0"));
    t.deepEqual(await ask(other, 1, "M0"), textOf(1, null));
    t.deepEqual(await ask(other, 2, "A1"), textOf(2, "A1"));
    t.deepEqual(await ask(one, 3, "A1"), textOf(3, null));
    await introspection.close();
    t.deepEqual(await ask(one, 4, "M1"), textOf(4, "M1"));
  },
);

test.serial(
  "a question is answered although the worker died, while nobody asked and while it was asked",
  async (t) => {
    const model = modelOf("m", 2);
    const ask = (n: number) => introspection.answer(model, nameOf(n), by("p"));
    t.deepEqual(await ask(0), textOf(0, "Query"));
    const before = workers.length;
    await workers.at(-1)?.terminate();
    t.deepEqual(await ask(1), textOf(1, "Query"));
    const dying = workers.at(-1)?.terminate();
    t.deepEqual(await ask(2), textOf(2, "Query"));
    await dying;
    const asked = ask(3);
    await workers.at(-1)?.terminate();
    t.deepEqual(await asked, textOf(3, "Query"));
    t.true(workers.length >= before + 2);
  },
);

test.serial(
  "an answer about a schema has 32 MB at most, however often a query asks for its long descriptions (rules/delivery 33)",
  async (t) => {
    const description = "d".repeat(2000);
    const fields = Array.from({ length: 120 }, (_, at) => ({
      name: `field${at}`,
      title: "F",
      description,
      type: "string" as const,
    }));
    const model = modelOf("m", 8, fields);
    const ask = (count: number) => {
      const aliases = Array.from({ length: count }, (_, at) => `a${at}: description`).join(" ");
      const query = `{ __schema { types { fields { ${aliases} } } } }`;
      return introspection.answer(model, { query, operationName: null, variables: {} }, by("p"));
    };
    const within = await ask(16);
    t.true(within.isRun);
    t.true(
      within.bytes.length > 28 * 2 ** 20 && within.bytes.length < 32 * 2 ** 20,
      `${within.bytes.length}`,
    );
    t.true(within.bytes.buffer instanceof SharedArrayBuffer, "comes in memory that both share");
    const beyond = await ask(50);
    t.false(beyond.isRun);
    t.regex(
      String(beyond.bytes),
      /^{"errors":\[{"message":"The answer about the schema is over 32 MB: ask for less\."/,
    );
  },
);
