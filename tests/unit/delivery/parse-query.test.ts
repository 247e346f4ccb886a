import test from "ava";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { foldCase } from "../../../engines/document-index/index.js";
import {
  parseQuery,
  type ContentQuery,
  type QueryInput,
} from "../../../services/delivery/query/parse-query.js";
import { splitList } from "../../../services/delivery/rest/read-request.js";

const PERSON: ContentSchema = {
  name: "person",
  title: "Person",
  fields: [
    { name: "name", title: "Name", type: "string" },
    { name: "company", title: "Company", type: "reference", to: ["company"] },
  ],
};
const COMPANY: ContentSchema = {
  name: "company",
  title: "Company",
  fields: [{ name: "owner", title: "Owner", type: "reference", to: ["person"] }],
};
const ARTICLE: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "views", title: "Views", type: "number" },
    { name: "hot", title: "Hot", type: "boolean" },
    { name: "day", title: "Day", type: "datetime" },
    { name: "body", title: "Body", type: "portableText" },
    { name: "author", title: "Author", type: "reference", to: ["person", "company"] },
    {
      name: "seo",
      title: "SEO",
      type: "object",
      fields: [
        { name: "title", title: "Title", type: "string" },
        { name: "by", title: "By", type: "reference", to: ["person"] },
      ],
    },
    {
      name: "links",
      title: "Links",
      type: "array",
      of: { type: "object", fields: [{ name: "to", title: "To", type: "reference", to: ["article"] }] },
    },
  ],
};
const TYPES = new Map([ARTICLE, PERSON, COMPANY].map((schema) => [schema.name, schema]));

const CONTEXT = {
  schema: ARTICLE,
  locales: {
    defaultLocale: "en",
    locales: [
      { code: "en", title: "English", fallback: null, required: false },
      { code: "de", title: "German", fallback: null, required: false },
    ],
  },
  schemaOf: (type: string) => TYPES.get(type),
};

const parse = (input: Partial<QueryInput>): ContentQuery =>
  parseQuery(CONTEXT, { limit: 20, offset: 0, ...input });

const refusalOf = (input: Partial<QueryInput>): string => {
  try {
    parse(input);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid_params") return error.message;
    throw error;
  }
  return "accepted";
};

test("several operators and several fields are joined by and; and, or, not nest (rules/delivery 22)", (t) => {
  t.deepEqual(parse({ where: { views: { gte: 1, lt: 5 }, hot: { eq: true } } }).where, {
    kind: "and",
    of: [
      { kind: "compare", field: "hot", operator: "eq", value: true },
      { kind: "compare", field: "views", operator: "gte", value: 1 },
      { kind: "compare", field: "views", operator: "lt", value: 5 },
    ],
  });
  t.deepEqual(
    parse({ where: { or: [{ not: { title: { ne: "a" } } }, { day: { lt: "2026-01-01" } }] } }).where,
    {
      kind: "or",
      of: [
        { kind: "compare", field: "day", operator: "lt", value: Date.UTC(2026, 0, 1) },
        { kind: "compare", field: "title", operator: "eq", value: "a" },
      ],
    },
  );
  t.deepEqual(parse({ where: {} }).where, { kind: "every" });
  t.deepEqual(parse({ where: { body: { exists: false } } }).where, {
    kind: "not",
    of: { kind: "exists", field: "body" },
  });
  t.deepEqual(parse({ where: { title: { contains: "STRAẞE" } } }).where, {
    kind: "contains",
    field: "title",
    text: "strasse",
  });
});

test("a wrong filter is refused by the name of its field or operator (rules/delivery 20 and 25)", (t) => {
  const cases: [where: unknown, part: string][] = [
    [{ nope: { eq: 1 } }, 'where.nope: there is no field "nope"; there are _id, _status, _createdAt'],
    [{ "seo.title": { eq: "a" } }, 'there is no field "seo.title"'],
    [{ _type: { eq: "article" } }, 'there is no field "_type"'],
    [{ views: { contains: "1" } }, '"contains" is no operator of this field; it has eq, ne, in, lt'],
    [{ views: { like: 1 } }, '"like" is no operator'],
    [{ hot: { lt: true } }, '"lt" is no operator'],
    [{ seo: { eq: {} } }, '"eq" is no operator of this field; it has exists'],
    [{ views: { eq: "1" } }, "where.views.eq must be a number"],
    [{ views: { eq: null } }, "where.views.eq must be a number; absent values are found by exists"],
    [{ title: { eq: null } }, "where.title.eq must be a string"],
    [{ title: { ne: null } }, "where.title.ne must be a string"],
    [{ day: { eq: "soon" } }, "where.day.eq must be an ISO 8601 date"],
    [{ hot: { eq: 1 } }, "where.hot.eq must be true or false"],
    [{ title: { exists: "yes" } }, "where.title.exists must be true or false"],
    [{ title: { in: [] } }, "where.title.in must be a list of 1 to 50 values"],
    [
      { views: { in: Array.from({ length: 51 }, (_, at) => at) } },
      "where.views.in must be a list of 1 to 50",
    ],
    [{ title: { in: ["a", 1] } }, "where.title.in[1] must be a string"],
    [{ title: "a" }, "where.title must be an object of operators: eq, ne"],
    [{ title: {} }, "where.title must be an object of operators"],
    [{ and: {} }, "where.and must be a list of at least one filter"],
    [{ or: [] }, "where.or must be a list of at least one filter"],
    [{ or: [1] }, "where.or[0] must be an object"],
    [{ not: [] }, "where.not must be an object"],
    [[], "where must be an object"],
    [null, "where must be an object"],
    [{ constructor: { eq: 1 } }, 'there is no field "constructor"'],
    [{ title: { toString: 1 } }, '"toString" is no operator'],
  ];
  for (const [where, part] of cases) {
    const message = refusalOf({ where });
    t.true(message.includes(part), `${JSON.stringify(where)}: ${message}`);
  }
  t.is(refusalOf({ where: { views: { in: Array.from({ length: 50 }, (_, at) => at) } } }), "accepted");
});

test("an operand of _id is a UUID in any case, or a text that no id is (rules/edge 41)", (t) => {
  const id = "0190aBcD-89ab-7def-8123-456789ABCDEF";
  const lower = id.toLowerCase();
  const meant = (operators: object) => parse({ where: { _id: operators } }).where;
  for (const operator of ["eq", "ne", "lt", "lte", "gt", "gte"])
    t.deepEqual(meant({ [operator]: id }), meant({ [operator]: lower }), operator);
  t.deepEqual(meant({ in: [id, "A", lower] }), { kind: "in", field: "_id", values: [lower, "A"] });
  t.deepEqual(meant({ eq: `${id}A` }), { kind: "compare", field: "_id", operator: "eq", value: `${id}A` });
  const title = parse({ where: { title: { eq: id } } }).where;
  t.deepEqual(title, { kind: "compare", field: "title", operator: "eq", value: id });
});

test("a filter is bounded in depth, conditions and times of contains (rules/delivery 18)", (t) => {
  const nest = (levels: number): unknown =>
    levels === 1 ? { hot: { eq: true } } : { not: nest(levels - 1) };
  t.is(refusalOf({ where: nest(8) }), "accepted");
  t.regex(refusalOf({ where: nest(9) }), /nested deeper than 8 levels/);
  const many = (count: number) => ({
    or: Array.from({ length: count }, (_, at) => ({ views: { eq: at } })),
  });
  t.is(refusalOf({ where: many(100) }), "accepted");
  t.regex(refusalOf({ where: many(101) }), /at most 100 conditions/);
  const searches = Array.from({ length: 11 }, (_, at) => ({ title: { contains: String(at) } }));
  t.regex(refusalOf({ where: { or: searches } }), /at most 10 times contains/);
});

test("sort by several fields, - is descending; system fields too; the default is the newest (rules/delivery 23)", (t) => {
  t.deepEqual(parse({}).sort, [{ field: "_createdAt", isDescending: true }]);
  t.deepEqual(parse({ sort: ["-views", "title", "views"] }).sort, [
    { field: "views", isDescending: true },
    { field: "title", isDescending: false },
  ]);
  t.deepEqual(parse({ sort: ["title", "-_id", "views"] }).sort, [
    { field: "title", isDescending: false },
    { field: "_id", isDescending: true },
  ]);
  t.regex(refusalOf({ sort: ["nope"] }), /sort: cannot sort by "nope"; there are _id, _status/);
  for (const name of ["", "-", "body", "seo.title", "--views", "author"])
    t.regex(refusalOf({ sort: [name] }), /cannot sort by/, name);
  t.regex(
    refusalOf({ sort: ["title", "views", "hot", "day", "_status", "_createdAt"] }),
    /sort: at most 5 fields/,
  );
});

test("select takes paths through objects and lists; system fields are always there (rules/delivery 16)", (t) => {
  const { schema } = parse({ select: ["seo.by", "title", "_id", "_type", "links.to"] });
  t.deepEqual(
    schema.fields.map(({ name }) => name),
    ["title", "seo", "links"],
  );
  t.like(schema.fields[1], { fields: [{ name: "by" }] });
  t.like(parse({ select: ["seo.by", "seo"] }).schema.fields[0], {
    fields: [{ name: "title" }, { name: "by" }],
  });
  for (const path of ["", "nope", "seo.nope", "title.x", "author.name", "_nope"])
    t.regex(refusalOf({ select: [path] }), /select: there is no/, path);
});

test("expand follows dotted paths, no deeper than expandDepth (rules/delivery 14)", (t) => {
  const plain = (tree: ContentQuery["expand"]): unknown =>
    Object.fromEntries([...tree].map(([path, inner]) => [path, plain(inner)]));
  const at2 = (...expand: string[]) => plain(parse({ expand, expandDepth: 2 }).expand);
  t.deepEqual(plain(parse({ expand: ["author", "seo.by", "links.to"] }).expand), {
    author: {},
    "seo.by": {},
    "links.to": {},
  });
  t.deepEqual(at2("author.company", "author.owner", "seo.by", "links.to.seo.by"), {
    author: { company: {}, owner: {} },
    "seo.by": {},
    "links.to": { "seo.by": {} },
  });
  t.regex(refusalOf({ expand: ["author.company"] }), /"author.company" needs expandDepth=2/);
  t.regex(
    refusalOf({ expand: ["links.to.author.company"], expandDepth: 2 }),
    /leads through more than 2 references/,
  );
  for (const path of ["", "nope", "author.nope", "seo.nope", "author."])
    t.regex(refusalOf({ expand: [path], expandDepth: 2 }), /expand: there is no/, path);
  for (const path of ["title", "seo", "links", "author.name"])
    t.regex(refusalOf({ expand: [path], expandDepth: 2 }), /is no reference/, path);
});

test("a refusal of select or expand names the whole paths that there are (rules/delivery 16)", (t) => {
  const select = (path: string) => refusalOf({ select: [path] });
  t.is(select("seo.nope"), 'select: there is no "seo.nope"; there are seo.title, seo.by.');
  t.is(select("title.x"), 'select: there is no "title.x"; "title" has no fields to select.');
  const expand = (path: string) => refusalOf({ expand: [path], expandDepth: 2 });
  t.is(expand("nope"), 'expand: there is no "nope"; there are author, seo.by, links.to.');
  t.is(expand("seo"), 'expand: "seo" is no reference; there are author, seo.by, links.to.');
  t.is(
    expand("author.name"),
    'expand: "author.name" is no reference; there are author.company, author.owner.',
  );
  t.is(
    expand("author.owner.nope"),
    'expand: there is no "author.owner.nope"; a path leads through 2 references at most.',
  );
});

test("an unknown locale is refused with those that there are (rules/delivery 28)", (t) => {
  t.is(refusalOf({ locale: "fr" }), 'locale: there is no "fr"; there are en, de, *.');
  t.is(parse({}).reading.locale, "en");
  t.is(parse({ locale: "*" }).reading.locale, null);
});

test("queries of one meaning have one key, others have another", (t) => {
  const keyOf = (input: Partial<QueryInput>) => parse(input).key;
  const base = { where: { views: { gte: 1 }, title: { in: ["a", "b"] } }, select: ["title", "hot"] };
  t.is(
    keyOf(base),
    keyOf({
      where: { and: [{ title: { in: ["b", "a", "a"] } }, { and: [{ views: { gte: 1 } }] }] },
      select: ["hot", "title", "title"],
      sort: ["-_createdAt"],
      locale: "en",
      expand: [],
    }),
  );
  t.is(
    keyOf({ where: { day: { eq: "2026-01-01" } } }),
    keyOf({ where: { day: { eq: "2026-01-01T02:00:00+02:00" } } }),
  );
  const others: Partial<QueryInput>[] = [
    {},
    { ...base, locale: "de" },
    { ...base, locale: "*" },
    { ...base, limit: 10 },
    { ...base, offset: 1 },
    { ...base, sort: ["_createdAt"] },
    { ...base, select: ["title"] },
    { ...base, select: [] },
    { ...base, expand: ["author"] },
    { ...base, expand: ["author.company"], expandDepth: 2 },
    { ...base, where: { views: { gt: 1 } } },
  ];
  t.is(new Set([base, ...others].map(keyOf)).size, others.length + 1);
});

test("a list of the wire is split at commas", (t) => {
  t.deepEqual(splitList("a, -b"), ["a", "-b"]);
  t.deepEqual(splitList(""), [""]);
  t.is(splitList(undefined), undefined);
});

test("case folds by Unicode (rules/delivery 21)", (t) => {
  for (const [one, other] of [
    ["ÄÖÜ", "äöü"],
    ["STRASSE", "straße"],
    ["ẞ", "ss"],
    ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"],
    ["ſ", "S"],
    ["K", "k"],
    ["ԱՐ", "ար"],
    ["𐐀", "𐐨"],
    ["ﬁ", "FI"],
  ] as const)
    t.is(foldCase(one), foldCase(other), `${one} ${other}`);
  t.not(foldCase("ı"), foldCase("i"));
  t.not(foldCase("e"), foldCase("é"));
});

test("whatever the runtime takes for one letter in two cases folds to one", (t) => {
  const isPair = (one: string, other: string) => {
    const escape = [...one].map((part) => `\\u{${part.codePointAt(0)?.toString(16)}}`).join("");
    return new RegExp(`^${escape}$`, "iu").test(other);
  };
  for (let code = 0; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const one = String.fromCodePoint(code);
    for (const other of [one.toLowerCase(), one.toUpperCase()]) {
      if (other !== one && isPair(one, other) && foldCase(one) !== foldCase(other))
        t.fail(`U+${code.toString(16)} ${one} ${other}`);
    }
  }
  t.pass();
});
