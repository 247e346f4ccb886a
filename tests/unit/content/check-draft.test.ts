import test from "ava";
import { FIRST_LOCALES, type Locales } from "../../../contracts/content-locales.js";
import type { ContentFields, ContentIssue, FieldDefinition } from "../../../contracts/content-schema.js";
import { checkDraft, MAX_ISSUES } from "../../../services/content/validity/check-draft.js";
import type { Known } from "../../../services/content/validity/check-named.js";

const DOCUMENT = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d001";
const OTHER = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d002";
const IMAGE = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d003";
const VIDEO = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d004";
const NOBODY = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d005";

const KNOWN: Known = {
  documents: new Map([
    [DOCUMENT, "author"],
    [OTHER, "post"],
  ]),
  media: new Map([
    [IMAGE, "image/png"],
    [VIDEO, "video/mp4"],
  ]),
};

const LOCALES: Locales = {
  defaultLocale: "en",
  locales: [
    { code: "en", title: "English", fallback: null, required: false },
    { code: "de", title: "German", fallback: null, required: true },
    { code: "fr", title: "French", fallback: null, required: false },
  ],
};

type Loose = Record<string, unknown> & { type: string; name?: string };

function issuesOf(definitions: Loose | Loose[], draft: ContentFields, locales = FIRST_LOCALES) {
  const fields = [definitions]
    .flat()
    .map((field) => ({ name: "f", title: "F", ...field }) as FieldDefinition);
  const schema = { name: "post", title: "Post", fields };
  return checkDraft({ schema, locales, draft, known: KNOWN });
}

/** Returns an issue as `path code`, with `@locale` where the issue names one. */
const short = ({ path, code, locale }: ContentIssue): string =>
  `${path}${locale === undefined ? "" : `@${locale}`} ${code}`;

/** Cases of one field `f`: valid values, and values with the issues that they make. */
const CASES: { field: Loose; good: unknown[]; bad: [unknown, ...string[]][] }[] = [
  {
    field: { type: "string", maxLength: 3 },
    good: [undefined, null, "", "abc", "😀😀😀"],
    bad: [
      [1, "f invalid_type"],
      [["a"], "f invalid_type"],
      [{}, "f invalid_type"],
      ["abcd", "f too_long"],
      ["😀😀😀😀", "f too_long"],
    ],
  },
  { field: { type: "string", enum: ["a", "b"] }, good: ["a", "b", "", null], bad: [["A", "f not_in_enum"]] },
  {
    field: { type: "text", maxLength: 5 },
    good: ["a\nb", ""],
    bad: [
      ["a\nbcde", "f too_long"],
      [true, "f invalid_type"],
    ],
  },
  {
    field: { type: "number", min: -1, max: 2.5 },
    good: [-1, 0, 2.5, null],
    bad: [
      ["1", "f invalid_type"],
      [Number.NaN, "f invalid_type"],
      [-1.1, "f too_small"],
      [2.6, "f too_big"],
    ],
  },
  { field: { type: "number", integer: true }, good: [3, -0, 1e21], bad: [[1.5, "f not_an_integer"]] },
  {
    field: { type: "boolean" },
    good: [true, false, null],
    bad: [
      ["true", "f invalid_type"],
      [0, "f invalid_type"],
    ],
  },
  {
    field: { type: "datetime" },
    good: [
      "2026-11-21T09:30:00Z",
      "2026-11-21T09:30:00+05:30",
      "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59.999Z",
      "2024-02-29",
      "",
    ],
    bad: [
      ["0000-01-01T00:00:00Z", "f invalid_datetime"],
      ["2026-02-29T00:00:00Z", "f invalid_datetime"],
      ["tomorrow", "f invalid_datetime"],
      ["2026-13-01", "f invalid_datetime"],
      [1700000000000, "f invalid_type"],
    ],
  },
  {
    field: { type: "media", accept: ["image", "audio"] },
    good: [{ storageId: IMAGE }, { storageId: IMAGE.toUpperCase(), url: "kept" }],
    bad: [
      [{ storageId: VIDEO }, "f wrong_media_kind"],
      [{ storageId: NOBODY }, "f unknown_media"],
      [{ storageId: 5 }, "f invalid_type"],
      [{}, "f invalid_type"],
      [IMAGE, "f invalid_type"],
    ],
  },
  {
    field: { type: "reference", to: ["author"] },
    good: [{ documentId: DOCUMENT }],
    bad: [
      [{ documentId: OTHER }, "f wrong_document_type"],
      [{ documentId: NOBODY }, "f unknown_document"],
      [{ documentId: "x" }, "f unknown_document"],
      [{ storageId: DOCUMENT }, "f invalid_type"],
      [DOCUMENT, "f invalid_type"],
    ],
  },
  {
    field: { type: "object", fields: [{ name: "a", title: "A", type: "number", required: true }] },
    good: [undefined, null, { a: 1 }],
    bad: [
      [{}, "f.a required"],
      [{ a: "1" }, "f.a invalid_type"],
      [{ a: 1, b: 2 }, "f.b unknown_field"],
      [[], "f invalid_type"],
      ["x", "f invalid_type"],
    ],
  },
  {
    field: { type: "array", of: { type: "reference", to: ["author"] } },
    good: [[], [{ documentId: DOCUMENT }, { documentId: DOCUMENT }]],
    bad: [
      [[{ documentId: DOCUMENT }, { documentId: OTHER }, null], "f[1] wrong_document_type", "f[2] required"],
      [{ 0: "a" }, "f invalid_type"],
    ],
  },
  {
    field: {
      type: "array",
      of: {
        type: "object",
        fields: [{ name: "list", title: "L", type: "array", of: { type: "string", required: true } }],
      },
    },
    good: [[{ list: ["a"] }, {}]],
    bad: [
      [
        [{ list: ["a", "", 5] }, 7],
        "f[0].list[1] required",
        "f[0].list[2] invalid_type",
        "f[1] invalid_type",
      ],
    ],
  },
];

for (const { field, good, bad } of CASES)
  test(`what is valid and what is an issue in ${JSON.stringify(field)}`, (t) => {
    for (const value of good) t.deepEqual(issuesOf(field, { f: value }), [], JSON.stringify(value));
    for (const [value, ...expected] of bad)
      t.deepEqual(issuesOf(field, { f: value }).map(short), expected, JSON.stringify(value));
  });

test("a required field is an issue while it is absent or empty; false and 0 are values (rules/content 50)", (t) => {
  const blank = [{ _type: "block", children: [{ _type: "span", text: "  " }] }];
  const image = [{ _type: "image" }];
  const EMPTY: [Loose, unknown[], unknown[]][] = [
    [{ type: "string" }, [undefined, null, ""], [" ", "x"]],
    [{ type: "text" }, [undefined, ""], ["x"]],
    [{ type: "number" }, [undefined, null], [0]],
    [{ type: "boolean" }, [undefined, null], [false]],
    [{ type: "datetime" }, [undefined, ""], ["2026-01-01"]],
    [{ type: "portableText" }, [undefined, [], blank], [image]],
    [{ type: "media" }, [undefined, null], [{ storageId: IMAGE }]],
    [{ type: "reference", to: ["author"] }, [undefined, null], [{ documentId: DOCUMENT }]],
    [{ type: "object", fields: [] }, [undefined, null], [{}]],
    [{ type: "array", of: { type: "string" } }, [undefined, null, []], [[""]]],
  ];
  for (const [field, empty, filled] of EMPTY) {
    const required = { ...field, required: true };
    for (const value of empty) {
      t.deepEqual(
        issuesOf(required, { f: value }).map(short),
        ["f required"],
        `${field.type} ${String(value)}`,
      );
      t.deepEqual(issuesOf(field, { f: value }), []);
    }
    for (const value of filled) t.deepEqual(issuesOf(required, { f: value }), [], field.type);
  }
});

test("a required localized field is wanted in the default locale and in every required one (rules/content 27)", (t) => {
  const title = { type: "string", name: "title", localized: true, required: true };
  const check = (value: unknown) => issuesOf(title, { title: value }, LOCALES).map(short);
  t.deepEqual(check({ en: "a", de: "b" }), []);
  t.deepEqual(check({ de: "b", fr: "c" }), ["title@en required"]);
  t.deepEqual(check({ en: "a", de: "" }), ["title@de required"]);
  t.deepEqual(check("bare"), ["title@de required"], "a bare value is the default locale's");
  t.deepEqual(check(undefined), ["title@en required", "title@de required"]);
  t.deepEqual(check({}), ["title@en required", "title@de required"]);
  t.deepEqual(issuesOf({ ...title, required: false }, {}, LOCALES), []);
});

test("each locale's value is checked, and one of an unknown locale is an issue (rules/content 20 and 22)", (t) => {
  const fields = [
    { type: "string", name: "title", localized: true, maxLength: 3 },
    { type: "media", name: "cover", localized: true },
    { type: "object", name: "seo", fields: [{ name: "text", title: "T", type: "text", localized: true }] },
  ];
  const draft = {
    title: { en: "long", de: 5, es: "hola", fr: null, pt: null },
    cover: { storageId: NOBODY },
    seo: { text: { en: "x", xx: "y" } },
  };
  t.deepEqual(issuesOf(fields, draft, LOCALES).map(short), [
    "title@en too_long",
    "title@de invalid_type",
    "title@es unknown_locale",
    "cover@en unknown_media",
    "seo.text@xx unknown_locale",
  ]);
  const media = { cover: { en: { storageId: IMAGE }, de: { storageId: NOBODY } } };
  t.deepEqual(issuesOf(fields, media, LOCALES).map(short), ["cover@de unknown_media"]);
});

test("unknown fields are issues, inherited names are none (rules/content 20)", (t) => {
  const fields = [
    { type: "string", name: "constructor", required: true },
    { type: "string", name: "valueOf" },
  ];
  t.deepEqual(issuesOf(fields, { typo: 1, cleared: null }).map(short), [
    "constructor required",
    "typo unknown_field",
  ]);
});

test("an issue is a sentence that begins with the path and names the bound (rules/content 22)", (t) => {
  const seo = {
    type: "object",
    name: "seo",
    fields: [{ name: "title", title: "T", type: "string", maxLength: 60 }],
  };
  t.deepEqual(issuesOf(seo, { seo: { title: "x".repeat(61) } }), [
    { path: "seo.title", code: "too_long", message: "seo.title must have at most 60 characters." },
  ]);
  const title = { type: "string", name: "title", localized: true, required: true };
  t.deepEqual(
    issuesOf(title, { title: { en: "a", es: "b" } }, LOCALES).map(({ message }) => message),
    ["title (de) is required.", "title (es) is in a locale that the project lacks."],
  );
});

test("a draft of which everything is wrong has a bounded list of issues", (t) => {
  const items = Array.from({ length: 5000 }, () => 1);
  t.is(issuesOf({ type: "array", of: { type: "string" } }, { f: items }).length, MAX_ISSUES);
});
