import test from "ava";
import { getIntrospectionQuery } from "graphql";
import { FIRST_LOCALES } from "../../../../contracts/content-locales.js";
import type { FieldDefinition } from "../../../../contracts/content-schema.js";
import { ServiceError } from "../../../../contracts/errors.js";
import type { ContentModel } from "../../../../services/delivery/serving/read-scope.js";
import {
  bound,
  InvalidQuery,
  parseQuery,
  requireValid,
} from "../../../../services/delivery/graphql/prepare.js";
import { Schemas } from "../../../../services/delivery/graphql/schemas.js";
import { ARTICLE, AUTHOR } from "../../../helpers/graphql-site.js";

const LIMITS = { depth: 10, aliases: 50, cost: 100_000 };
const type = (name: string, fields: typeof ARTICLE) =>
  [name, { schema: { name, title: name, fields } }] as const;
const model = {
  types: new Map([type("article", ARTICLE), type("author", AUTHOR)]),
  locales: FIRST_LOCALES,
  bytes: 0,
} as unknown as ContentModel;
const compiled = await new Schemas().of(model);

/** Parses, bounds and validates a query, in this order. */
function prepare(
  of: typeof compiled,
  request: Parameters<typeof parseQuery>[1],
  limits: typeof LIMITS,
): void {
  requireValid(of, request, parseQuery(of, request, limits));
}

function refusalOf(query: string, variables: Record<string, unknown> = {}): string {
  try {
    prepare(compiled, { query, operationName: null, variables }, LIMITS);
    return "";
  } catch (error) {
    if (error instanceof InvalidQuery) return `invalid: ${error.errors[0]?.message}`;
    return error instanceof ServiceError || error instanceof Error ? error.message : String(error);
  }
}

/** Returns a query for an article's author and the bosses above, with fields on the given number of levels. */
const chain = (levels: number): string => {
  const bosses = levels - 4;
  return `{ allArticle { items { author ${"{ boss ".repeat(bosses)}{ _id }${" }".repeat(bosses)} } } }`;
};

test("10 levels of fields pass, 11 do not, fragments followed (rules/delivery 33)", (t) => {
  t.is(refusalOf(chain(10)), "");
  t.regex(refusalOf(chain(11)), /deeper than 10/);
  const hidden = (levels: number) =>
    `{ allArticle { items { author { ...f } } } } fragment f on Author ${"{ boss ".repeat(levels)}{ ... on Author { _id } }${" }".repeat(levels)}`;
  t.is(refusalOf(hidden(6)), "");
  t.regex(refusalOf(hidden(7)), /deeper than 10/);
});

test("a query that costs too much is told how it is counted, and where it came to be too much (GRAPHQL_MAX_COST) (rules/delivery 33)", (t) => {
  const nest = (levels: number) =>
    `${"{ related { ... on Article ".repeat(levels)}{ _id }${" } }".repeat(levels)}`;
  t.is(refusalOf(`{ article(id: "x") ${nest(6)} }`), "");
  const message = refusalOf(`{ page: allArticle { items ${nest(6)} } }`);
  t.regex(
    message,
    /may read more than 100000 values \(GRAPHQL_MAX_COST\) at page\.items\.related(\.related)+:/,
  );
  t.regex(message, /limit.*as 5/);
});

test("a query may look for texts as often as one filter, its variables, their defaults and its fragments followed (rules/delivery 33)", (t) => {
  const lists = (count: number, where: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `a${at}: allArticle(where: ${where(at)}) { total }`).join(" ");
  const filter = (count: number) => ({
    or: Array.from({ length: count }, (_, at) => ({ title: { contains: `${at}` } })),
  });
  const inline = () => `{ title: { contains: "x" } }`;
  t.is(refusalOf(`{ ${lists(10, inline)} }`), "");
  const MANY = /more than 10 times contains, in all its filters together/;
  t.regex(refusalOf(`{ ${lists(11, inline)} }`), MANY);
  const byVariable = (lead: string, count: number) =>
    `query (${lead}) { ...f } fragment f on Query { ${lists(count, () => "$w")} }`;
  t.is(refusalOf(byVariable("$w: ArticleWhere", 2), { w: filter(5) }), "");
  t.regex(refusalOf(byVariable("$w: ArticleWhere", 2), { w: filter(6) }), MANY);
  const given = '$w: ArticleWhere = { and: [{ title: { contains: "x" } }, { title: { contains: "y" } }] }';
  t.is(refusalOf(byVariable(given, 5)), "");
  t.regex(refusalOf(byVariable(given, 6)), MANY);
  t.is(refusalOf(byVariable(given, 6), { w: filter(1) }), "", "what the request gives counts");
});

test("introspection is exempt from the depth and bounded by cost (rules/delivery 33)", (t) => {
  t.is(refusalOf(getIntrospectionQuery()), "");
  t.is(
    refusalOf(
      getIntrospectionQuery({
        descriptions: true,
        inputValueDeprecation: true,
        specifiedByUrl: true,
        oneOf: true,
      }),
    ),
    "",
  );
  const nested = (levels: number) =>
    `{ __schema { types ${"{ fields { type ".repeat(levels)}{ name }${" } }".repeat(levels)} } }`;
  t.not(refusalOf(nested(8)), "");
  const wide = Array.from(
    { length: 40 },
    (_, at) => `t${at}: types { fields { args { name type { name kind } } } }`,
  ).join(" ");
  t.regex(refusalOf(`{ __schema { ${wide} } }`), /introspection/i);
});

test("hostile queries are refused before they are validated (rules/delivery 33)", (t) => {
  const repeat = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join(" ");
  t.regex(refusalOf("{a".repeat(20_000)), /levels of brackets/);
  t.regex(refusalOf(`{ allArticle(where: ${"{and:[".repeat(5000)}`), /levels of brackets/);
  t.regex(refusalOf(`{ ${"a ".repeat(24_000)} }`), /tokens/);
  t.regex(refusalOf(`{ ${"__typename ".repeat(4_000)} }`), /fields|times/);
  t.regex(
    refusalOf(`{ allArticle { items { ${"title ".repeat(200)} } } }`),
    /more than 30 times: allArticle.items.title/,
  );
  t.regex(refusalOf(`{ ${repeat(51, (at) => `a${at}: allArticle { total }`)} }`), /aliases/);
  t.regex(refusalOf("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }"), /contains itself/);
  t.regex(refusalOf("{ __typename } fragment a on Article { ...a }"), /contains itself/);
  const doubling = `{ ...f0 } ${repeat(30, (at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`)} fragment f30 on Query { __typename }`;
  t.regex(refusalOf(doubling), /fields|times/);
  t.regex(
    refusalOf(`{ __typename } ${repeat(60, (at) => `fragment f${at} on Query { __typename }`)}`),
    /operations and fragments/,
  );
  t.regex(
    refusalOf(`{ allArticle(where: { title: { in: [${repeat(6000, () => '"x"')}] } }) { total } }`),
    /tokens/,
  );
  t.regex(refusalOf(`query (${repeat(201, (at) => `$v${at}: Int`)}) { __typename }`), /200 variables/);
  const lists =
    "{ allArticle(limit: 100) { items { related { ... on Article { related { ... on Article { related { ... on Article { related { ... on Article { related { ... on Document { _id } } } } } } } } } } } } }";
  t.regex(refusalOf(lists), /values|deeper/);
  const paged =
    "query ($n: Int) { allArticle(limit: $n) { items { related { ... on Article { related { ... on Article { related { ... on Article { tags links { href } gallery { url } related { ... on Document { _id _type } } } } } } } } } } }";
  t.regex(refusalOf(paged, { n: 100 }), /values/);
  t.is(refusalOf(paged, { n: 1 }), "");
});

test("each type of a large union may be asked for the same fields, by fragments too (rules/delivery 32)", async (t) => {
  const names = Array.from({ length: 45 }, (_, at) => `kind${at}`);
  const reference = (name: string, to: string[]): FieldDefinition => ({
    name,
    title: name,
    type: "reference",
    to,
  });
  const link = reference("link", ["article", "author"]);
  const any = reference("any", names);
  const large = await new Schemas().of({
    ...model,
    types: new Map([
      ...model.types,
      ...names.map((name) => type(name, [...AUTHOR, link])),
      type("page", [any]),
    ]),
  } as unknown as ContentModel);
  const ask = (query: string) =>
    t.notThrows(() => prepare(large, { query, operationName: null, variables: {} }, LIMITS));
  const each = (make: (type: string) => string) =>
    names.map((name) => make(name.replace("kind", "Kind"))).join(" ");
  const selection = "{ name boss { name } link { ... on Article { title } ... on Author { name } } }";
  ask(`{ allPage { items { any { ${each((kind) => `... on ${kind} ${selection}`)} } } } }`);
  ask(
    `{ allPage { items { any { ${each((kind) => `...F${kind}`)} } } } } ${each((kind) => `fragment F${kind} on ${kind} { name boss { name } }`)}`,
  );
  const repeated = `{ allPage { items { any { ${"... on Kind1 { name } ".repeat(31)} } } } }`;
  t.throws(() => prepare(large, { query: repeated, operationName: null, variables: {} }, LIMITS), {
    message: /more than 30 times: allPage.items.any.name/,
  });
});

test("strings and comments have no brackets, and an open string is a fault of syntax", (t) => {
  t.is(
    refusalOf(
      `{ allArticle(where: { title: { eq: "${"{".repeat(500)}" } }) { total } } # ${"{".repeat(500)}`,
    ),
    "",
  );
  t.regex(refusalOf('{ allArticle(where: { title: { eq: "x'), /Syntax/);
});

test("what is too much under any schema is refused without one (rules/delivery 33)", (t) => {
  const refuse = (query: string, expected: RegExp) =>
    t.throws(() => bound(null, { query, operationName: null, variables: {} }, LIMITS), { message: expected });
  refuse(`${"{a".repeat(11)}${"}".repeat(11)}`, /deeper than 10/);
  refuse(`{ ${Array.from({ length: 60 }, (_, at) => `a${at}: b`).join(" ")} }`, /aliases/);
  refuse("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }", /contains itself/);
  refuse(`{ ${"b ".repeat(4000)} }`, /fields|times/);
});
