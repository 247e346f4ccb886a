import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { largeFields } from "../../helpers/hostile/insert-types.js";
import { insertType } from "../../helpers/insert-type.js";
import { field, postType } from "../../helpers/post-type.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let ann: Person;
let projectId: string;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
  projectId = await makeProject(ann);
});
test.after.always(() => kiln?.stop());

const nested = (depth: number): object =>
  depth === 0 ? field("leaf") : field("level", { type: "object", fields: [nested(depth - 1)] });

/** Definitions that are refused, with the beginning of the refusal. */
const FIELDS: [what: string, definition: unknown, begins: string][] = [
  ["no object", "title", "fields[0] must be a field definition"],
  ["null", null, "fields[0] must be a field definition"],
  ["no type", { name: "a", title: "A" }, "fields[0].type must be string or text"],
  ["an unknown type", field("a", { type: "rich" }), "fields[0].type must be string or text"],
  ["an inherited name as type", field("a", { type: "constructor" }), "fields[0].type must be"],
  ["no name", { type: "string", title: "A" }, "fields[0].name is required"],
  ["no title", { type: "string", name: "a" }, "fields[0].title is required"],
  ["an empty title", field("a", { title: " " }), "fields[0].title must have 1 to 200"],
  ["a long title", field("a", { title: "x".repeat(201) }), "fields[0].title must have 1 to 200"],
  ["a name that begins with a capital", field("Title"), "fields[0].name must begin"],
  ["a name with a hyphen", field("my-title"), "fields[0].name must begin"],
  ["a name with an underscore", field("_title"), "fields[0].name must begin"],
  ["a name of 65 letters", field("a".repeat(65)), "fields[0].name must begin"],
  ["the name and", field("and"), "fields[0].name must not be and, or, not, id"],
  ["the name or", field("or"), "fields[0].name must not be"],
  ["the name not", field("not"), "fields[0].name must not be"],
  ["the name id", field("id"), "fields[0].name must not be"],
  [
    "whole numbers between which there is none",
    field("a", { type: "number", integer: true, min: 0.2, max: 0.8 }),
    "fields[0].integer leaves no value: there is no whole number between min and max",
  ],
  [
    "whole numbers beyond those that JSON carries",
    field("a", { type: "number", integer: true, min: 1e300 }),
    "fields[0].integer leaves no value",
  ],
  [
    "choices that are all too long",
    field("a", { enum: ["one", "two"], maxLength: 2 }),
    "fields[0].enum leaves no value: each has more than maxLength, 2, characters",
  ],
  [
    "an empty text as the only choice of a required field",
    field("a", { required: true, enum: [""] }),
    "fields[0].enum[0] must have 1 to 1,000 characters",
  ],
  [
    "items that can have no value",
    field("a", { type: "array", required: true, of: { type: "number", integer: true, min: 0.2, max: 0.8 } }),
    "fields[0].of.integer leaves no value",
  ],
  ["an unknown option", field("a", { maxLenght: 5 }), 'fields[0] has unknown options: "maxLenght"'],
  [
    "an option of another type",
    field("a", { type: "text", enum: ["x"] }),
    'fields[0] has unknown options: "enum"',
  ],
  [
    "localized on a number",
    field("a", { type: "number", localized: true }),
    'fields[0] has unknown options: "localized"',
  ],
  [
    "localized on a boolean",
    field("a", { type: "boolean", localized: true }),
    "fields[0] has unknown options",
  ],
  [
    "localized on a datetime",
    field("a", { type: "datetime", localized: true }),
    "fields[0] has unknown options",
  ],
  [
    "localized on a reference",
    field("a", { type: "reference", to: ["self"], localized: true }),
    "fields[0] has unknown options",
  ],
  [
    "localized on an object",
    field("a", { type: "object", fields: [field("b")], localized: true }),
    "fields[0] has unknown options",
  ],
  [
    "localized on an array",
    field("a", { type: "array", of: { type: "string" }, localized: true }),
    "fields[0] has unknown options",
  ],
  [
    "localized in an array",
    field("a", { type: "array", of: { type: "string", localized: true } }),
    "fields[0].of.localized must not stand inside an array",
  ],
  [
    "localized in an object in an array",
    field("a", { type: "array", of: { type: "object", fields: [field("b", { localized: true })] } }),
    "fields[0].of.fields[0].localized must not stand inside an array",
  ],
  [
    "required that is no boolean",
    field("a", { required: "yes" }),
    "fields[0].required must be true or false",
  ],
  [
    "a maxLength that is a text",
    field("a", { maxLength: "60" }),
    "fields[0].maxLength must be a whole number",
  ],
  ["a maxLength of 0", field("a", { maxLength: 0 }), "fields[0].maxLength must be a whole number from 1"],
  [
    "a maxLength that is broken",
    field("a", { maxLength: 1.5 }),
    "fields[0].maxLength must be a whole number",
  ],
  ["an enum that is a text", field("a", { enum: "news" }), "fields[0].enum must be a list"],
  ["an empty enum", field("a", { enum: [] }), "fields[0].enum must have at least one"],
  ["an enum of numbers", field("a", { enum: [1] }), "fields[0].enum[0] must be a text"],
  ["an enum that repeats", field("a", { enum: ["x", "x"] }), "fields[0].enum must not repeat"],
  ["a min that is a text", field("a", { type: "number", min: "0" }), "fields[0].min must be a number"],
  ["a max below min", field("a", { type: "number", min: 2, max: 1 }), "fields[0].max must not be below min"],
  [
    "integer that is no boolean",
    field("a", { type: "number", integer: 1 }),
    "fields[0].integer must be true or false",
  ],
  [
    "an unknown media kind",
    field("a", { type: "media", accept: ["pdf"] }),
    "fields[0].accept[0] must be image or video or audio",
  ],
  ["no media kind", field("a", { type: "media", accept: [] }), "fields[0].accept must name at least one"],
  ["a reference without to", field("a", { type: "reference" }), "fields[0].to is required"],
  [
    "a reference to nothing",
    field("a", { type: "reference", to: [] }),
    "fields[0].to must name at least one",
  ],
  ["a reference to a text", field("a", { type: "reference", to: "post" }), "fields[0].to must be a list"],
  ["an object without fields", field("a", { type: "object" }), "fields[0].fields is required"],
  [
    "an object of no fields",
    field("a", { type: "object", fields: [] }),
    "fields[0].fields must have at least one",
  ],
  ["an array without of", field("a", { type: "array" }), "fields[0].of is required"],
  [
    "an array of arrays",
    field("a", { type: "array", of: { type: "array", of: { type: "string" } } }),
    "fields[0].of.type must not be array",
  ],
  [
    "an item with a name",
    field("a", { type: "array", of: { type: "string", name: "b" } }),
    'fields[0].of has unknown options: "name"',
  ],
  [
    "objects four levels deep",
    nested(4),
    "fields[0].fields[0].fields[0].fields[0] nests objects deeper than 3 levels",
  ],
  [
    "objects four levels deep through an array",
    field("a", { type: "array", of: { type: "object", fields: [nested(3)] } }),
    "fields[0].of.fields[0].fields[0].fields[0] nests objects deeper",
  ],
  [
    "a wrong option deep inside",
    field("a", { type: "object", fields: [field("b"), field("c", { min: 1 })] }),
    'fields[0].fields[1] has unknown options: "min"',
  ],
];

test("every refusal of a field is 400 and names its place (rules/content 5, 6 and 9)", async (t) => {
  for (const [what, definition, begins] of FIELDS) {
    const answer = await ann.api.post(`/v1/projects/${projectId}/content/types`, {
      name: "self",
      title: "Self",
      fields: [definition],
    });
    t.is(answer.status, 400, what);
    t.is(answer.body.error.code, "invalid_params", what);
    t.true(answer.body.error.message.startsWith(begins), `${what}: ${answer.body.error.message}`);
  }
  t.is((await ann.api.get(`/v1/projects/${projectId}/content/types`)).body.total, 0);
});

test("every refusal of a field holds for an edit too (rules/content 5)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "self");
  for (const [what, definition] of FIELDS) {
    const answer = await ann.api.put(`/v1/content/types/${type.id}`, {
      baseVersion: 1,
      fields: [definition],
    });
    t.is(answer.status, 400, what);
  }
  t.is((await ann.api.get(`/v1/content/types/${type.id}`)).body.contentType.latestVersion, 1);
});

test("every refusal of a body is 400 (rules/edge 16 and 18)", async (t) => {
  const good = { name: "page", title: "Page", fields: [field("title")] };
  const bodies: [what: string, body: object, begins: string][] = [
    ["no name", { ...good, name: undefined }, "name"],
    ["no title", { ...good, title: undefined }, "title"],
    ["an empty title", { ...good, title: "" }, "title must have 1 to 200"],
    ["no fields", { ...good, fields: undefined }, "fields"],
    [
      "fields that are an object",
      { ...good, fields: { title: { type: "string" } } },
      "fields must be a list",
    ],
    ["an unknown key", { ...good, slug: "x" }, 'unknown field "slug"'],
    ["a description that is a number", { ...good, description: 5 }, "description must be a text"],
    ["a long description", { ...good, description: "x".repeat(2001) }, "description must have at most 2,000"],
    [
      "a schema of half a megabyte",
      {
        ...good,
        fields: [
          field("a", { enum: Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(1000, "x")) }),
        ],
      },
      "fields must have at most 262144 characters",
    ],
    ["a field twice", { ...good, fields: [field("title"), field("title")] }, "fields[1].name repeats title"],
    [
      "501 fields",
      { ...good, fields: Array.from({ length: 501 }, (_, index) => field(`f${index}`)) },
      "fields must have at most 500",
    ],
    ...["Page", "my page", "my-page", "page_", "1page", "", "p".repeat(65), "päge", "__proto__"].map(
      (name): [string, object, string] => [`the name ${name}`, { ...good, name }, "name must begin"],
    ),
    ...[
      "query",
      "document",
      "mediaAsset",
      "locale",
      "jSON",
      "string",
      "int",
      "float",
      "boolean",
      "iD",
      "pageWhere",
      "pageSort",
      "stringFilter",
      "allPage",
      "mutation",
      "subscription",
    ].map((name): [string, object, string] => [
      `the name ${name}`,
      { ...good, name },
      `name must not be ${name}`,
    ]),
  ];
  for (const [what, body, begins] of bodies) {
    const answer = await ann.api.post(`/v1/projects/${projectId}/content/types`, body);
    t.is(answer.status, 400, what);
    t.true(answer.body.error.message.startsWith(begins), `${what}: ${answer.body.error.message}`);
  }
});

test("the names of root operation types are refused with the reason (rules/content 1)", async (t) => {
  for (const [name, type] of [
    ["mutation", "Mutation"],
    ["subscription", "Subscription"],
  ] as const) {
    const body = { name, title: "T", fields: [field("title")] };
    const answer = await ann.api.post(`/v1/projects/${projectId}/content/types`, body);
    t.deepEqual([answer.status, answer.body.error.code], [400, "invalid_params"]);
    t.is(
      answer.body.error.message,
      `name must not be ${name}: GraphQL tools take a type ${type} for the project's ${name}s, and it has none.`,
    );
  }
});

test("name is no part of an edit, other keys neither (rules/content 3 and 5)", async (t) => {
  const id = await makeProject(ann);
  const type = await postType(ann.api, id, "post");
  const path = `/v1/content/types/${type.id}`;
  for (const key of ["name", "latestVersion", "schema"]) {
    const answer = await ann.api.put(path, { baseVersion: 1, title: "New", [key]: "post" });
    t.is(answer.status, 400, key);
    t.true(answer.body.error.message.includes(`"${key}"`));
  }
  t.is((await ann.api.get(path)).body.contentType.title, "post");
});

test("what the limits allow is accepted (rules/content 6)", async (t) => {
  const id = await makeProject(ann);
  await postType(ann.api, id, "p".repeat(64), [
    field("a".repeat(64)),
    nested(3),
    field("rows", {
      type: "array",
      of: { type: "object", fields: [field("a", { type: "object", fields: [field("b")] })] },
    }),
    field("constructor", { maxLength: 1 }),
    field("number", { type: "number", min: 1, max: 1 }),
  ]);
  for (const name of ["nowhere", "allergy", "resort", "queryLog", "documents", "mutations"])
    await postType(ann.api, id, name);
  await postType(
    ann.api,
    id,
    "large",
    Array.from({ length: 500 }, (_, index) => field(`f${index}`)),
  );
  t.is((await ann.api.get(`/v1/projects/${id}/content/types`)).body.total, 8);
});

test("two things of one name in GraphQL are refused, whichever comes first (rules/content 1)", async (t) => {
  const id = await makeProject(ann);
  const path = `/v1/projects/${id}/content/types`;
  const object = (name: string) => field(name, { type: "object", fields: [field("x")] });
  const post = await postType(ann.api, id, "post", [object("seo")]);
  const refused = async (body: object, pattern: RegExp) => {
    const answer = await ann.api.post(path, { title: "T", fields: [], ...body });
    t.is(answer.status, 400);
    t.regex(answer.body.error.message, pattern);
  };
  await refused({ name: "postSeo" }, /PostSeo.*the field seo of the type post/);
  await refused({ name: "page", fields: [object("where")] }, /the field where would be PageWhere/i);
  await refused(
    {
      name: "page",
      fields: [object("metaData"), field("meta", { type: "object", fields: [object("data")] })],
    },
    /the field meta\.data would be PageMetaData/i,
  );
  await postType(ann.api, id, "postAuthor");
  await postType(ann.api, id, "person");
  const author = field("author", { type: "reference", to: ["person", "postAuthor"] });
  const edit = (fields: object[]) => ann.api.put(`/v1/content/types/${post.id}`, { baseVersion: 1, fields });
  t.is((await edit([author])).status, 400, "a reference with several targets is a union");
  t.is((await edit([{ ...author, to: ["person"] }])).status, 200);
});

test("the schemas of a project have at most 8 MB together; a change that makes none longer is taken (rules/content 58)", async (t) => {
  const id = await makeProject(ann);
  const path = `/v1/projects/${id}/content/types`;
  const first = await insertType(kiln.host, id, { name: "part", title: "A part", fields: largeFields() });
  // The project is older than the limit.
  for (let at = 1; at < 36; at += 1)
    await insertType(kiln.host, id, { name: `part${at}`, title: "A part", fields: largeFields() });
  const refused = await ann.api.post(path, { name: "more", title: "More", fields: largeFields() });
  t.is(refused.status, 400);
  t.is(refused.body.error.code, "invalid_params");
  t.regex(refused.body.error.message, /at most 8 MB of schemas together/);
  const put = (baseVersion: number, body: object) =>
    ann.api.put(`/v1/content/types/${first}`, { baseVersion, ...body });
  const others = largeFields().map((each) => ({ ...each, title: each.title.replace("Field", "field") }));
  t.is((await put(1, { fields: others })).status, 200, "as long as before");
  t.is((await put(2, { fields: [...others, field("one")] })).status, 400, "longer");
  t.is((await put(2, { description: "longer" })).status, 400, "a description counts too");
  t.is((await put(2, { fields: others.slice(1) })).status, 200, "shorter");
});
