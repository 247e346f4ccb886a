import test from "ava";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import type { ContentIssue, FieldDefinition } from "../../../contracts/content-schema.js";
import { checkDraft, MAX_ISSUES } from "../../../services/content/validity/check-draft.js";

type Loose = Record<string, unknown> & { type: string };

/** The issues of a draft with one field, `f`. */
function issuesOf(definition: Loose, draft: { f: unknown }): ContentIssue[] {
  const fields = [{ name: "f", title: "F", ...definition } as unknown as FieldDefinition];
  const known = { documents: new Map<string, string>(), media: new Map<string, string>() };
  return checkDraft({
    schema: { name: "post", title: "Post", fields },
    locales: FIRST_LOCALES,
    draft,
    known,
  });
}

const HUGE = "k".repeat(1_200_000);
const sizeOf = (issues: readonly ContentIssue[]) => JSON.stringify(issues).length;

test("issues stay short, however long the keys, names, ids and locales are that a draft has (rules/content 22)", (t) => {
  const many = (value: unknown) => Array.from({ length: 300 }, () => value);
  const children = many(1);
  const drafts: [Loose, unknown][] = [
    [{ type: "portableText" }, [{ _type: "block", _key: HUGE, children }]],
    [{ type: "portableText" }, many({ _type: "image", _key: HUGE })],
    [{ type: "object", fields: [] }, { [HUGE]: 1 }],
    [{ type: "string", localized: true }, { [HUGE]: 1 }],
    [{ type: "array", of: { type: "reference", to: ["author"] } }, many({ documentId: HUGE })],
    [{ type: "array", of: { type: "media" } }, many({ storageId: HUGE })],
  ];
  for (const [field, value] of drafts) {
    const issues = issuesOf(field, { f: value });
    t.true(issues.length > 0, field.type);
    t.true(sizeOf(issues) < MAX_ISSUES * 1200, `${field.type}: ${sizeOf(issues)}`);
  }
  const [first] = issuesOf({ type: "portableText" }, { f: [{ _type: "block", _key: HUGE, children }] });
  t.is(first?.path, "f[0].children[0]");
  const [unknown] = issuesOf({ type: "object", fields: [] }, { f: { [HUGE]: 1 } });
  t.is(unknown?.path, `f.${"k".repeat(497)}…`);
  t.is(unknown?.message.length, 500);
});

test("a refused text names 20 options at most, and how many there are (rules/content 22)", (t) => {
  const options = Array.from({ length: 500 }, (_, at) => `option ${at} ${"x".repeat(900)}`);
  const field = { type: "array", of: { type: "string", enum: options } };
  const issues = issuesOf(field, { f: Array(300).fill("none") });
  t.is(issues.length, MAX_ISSUES);
  t.true(sizeOf(issues) < MAX_ISSUES * 1200);
  t.true(
    issues.every(({ message }) => message.endsWith(" or another of 500 options.")),
    issues[0]?.message,
  );
  const few = Array.from({ length: 21 }, (_, at) => `o${at}`);
  const [issue] = issuesOf({ type: "string", enum: few }, { f: "none" });
  const named = few.slice(0, 20).map((each) => `"${each}"`);
  t.is(issue?.message, `f must be ${named.join(" or ")} or another of 21 options.`);
});

test("nothing of a draft is read behind its last listed issue", (t) => {
  let read = 0;
  const items = new Proxy(Array(100_000).fill(1), {
    get: (list: unknown[], key, receiver) => {
      if (typeof key === "string" && /^\d+$/.test(key)) read++;
      return Reflect.get(list, key, receiver) as unknown;
    },
  });
  t.is(issuesOf({ type: "array", of: { type: "string" } }, { f: items }).length, MAX_ISSUES);
  t.true(read <= MAX_ISSUES + 1, `${read}`);
  read = 0;
  const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]));
  const counted = new Proxy(members, {
    get: (map, key, receiver) => (read++, Reflect.get(map, key, receiver) as unknown),
  });
  t.is(issuesOf({ type: "object", fields: [] }, { f: counted }).length, MAX_ISSUES);
  t.true(read < 2 * MAX_ISSUES + 10, `${read}`);
});
