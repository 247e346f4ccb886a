import test from "ava";
import { createApiKey, emailAddress, signUp } from "../../../contracts/identity.js";
import { SCOPES } from "../../../contracts/scopes.js";
import { issueSentence } from "../../../runtime/actions/issue-sentence.js";

const problem = (contract: typeof createApiKey | typeof signUp, value: unknown): string | null => {
  const parsed = contract.params.safeParse(value, { reportInput: true });
  return parsed.success ? null : issueSentence(parsed.error.issues);
};

test("addresses are trimmed and lowercased (rules/identity 1)", (t) => {
  t.is(emailAddress.parse("  Ann.B+c@Example.COM "), "ann.b+c@example.com");
  t.is(emailAddress.parse("jürgen@bücher.example"), "jürgen@bücher.example");
  t.is(emailAddress.parse("operator@localhost"), "operator@localhost");
});

test("what could end up as another mail header or recipient is no address", (t) => {
  const bad = [
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c.d",
    "a@b..c",
    "a@.b",
    "a,b@c.d",
    "<a@c.d>",
    "a@b.c\nBcc:x@y.z",
    "a\u0000@b.c",
    "\ud800@b.c",
    `${"a".repeat(190)}@b`,
  ];
  for (const text of bad) t.false(emailAddress.safeParse(text).success, JSON.stringify(text));
});

test("a password has 8 to 200 code points (rules/identity 2)", (t) => {
  const of = (password: unknown) => problem(signUp, { email: "a@b.c", password });
  t.is(of("1234567"), "password must have 8 to 200 characters.");
  t.is(of("😀".repeat(7)), "password must have 8 to 200 characters.");
  t.is(of("😀".repeat(8)), null);
  t.is(of("😀".repeat(200)), null);
  t.is(of("a".repeat(201)), "password must have 8 to 200 characters.");
  t.is(of(12345678), "password must be text.");
});

test("a key's name is trimmed and cut at 100 code points, never refused for its length (rules/edge 21; rules/identity 20)", (t) => {
  const of = (name: string) => createApiKey.params.parse({ name, scopes: ["media:rw"] }).name;
  t.is(of("  deploy  "), "deploy");
  t.is(of("😀".repeat(150)), "😀".repeat(100));
  t.is(problem(createApiKey, { name: " \n ", scopes: ["media:rw"] }), "name must not be empty.");
  t.is(problem(createApiKey, { scopes: ["media:rw"] }), "name is required.");
});

test("an unknown scope is named, and so are the valid ones (rules/identity 21)", (t) => {
  const sentence = problem(createApiKey, { name: "k", scopes: ["media:rw", "media:write"] });
  t.true(sentence?.startsWith('scopes[1] must be a scope, not "media:write"; the scopes are '));
  for (const scope of SCOPES) t.true(sentence?.includes(scope));
  t.is(problem(createApiKey, { name: "k", scopes: [] }), "scopes must name at least one scope.");
  t.is(problem(createApiKey, { name: "k" }), "scopes is required: a list of at least one scope.");
  t.truthy(problem(createApiKey, { name: "k", scopes: [1] }));
});
