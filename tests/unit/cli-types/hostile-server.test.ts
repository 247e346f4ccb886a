import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import { CliError } from "../../../cli/cli-error.js";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import { readProject } from "../../../cli/types/read-project.js";
import type { Project } from "../../../cli/types/write-content.js";

/** Reads a project from a server that answers with these bytes. */
async function readFrom(t: ExecutionContext, status: number, answer: unknown): Promise<Project> {
  const server = createServer((_req, res) => res.writeHead(status).end(JSON.stringify(answer)));
  t.teardown(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const projectId = "0a1b2c3d-0000-4000-8000-000000000000";
  return readProject({ url, projectId, token: "svc_ct_x" });
}

const answerOf = ({ schemas, ...locales }: Project) => ({
  types: schemas.map((schema) => ({ schema })),
  ...locales,
});
const CODE = "x: 1 } } process.exit(7); interface A { a";

test("a name that would be written as code is refused, wherever it stands (rules/clients 11)", async (t) => {
  const text = { name: "title", type: "string" };
  const inFields = (...fields: object[]) => ({ name: "post", fields });
  for (const schema of [
    { name: CODE, fields: [text] },
    inFields({ ...text, name: CODE }),
    inFields({ name: "seo", type: "object", fields: [{ ...text, name: CODE }] }),
    inFields({ name: "list", type: "array", of: { type: "object", fields: [{ ...text, name: CODE }] } }),
    inFields({ name: "author", type: "reference", to: [CODE] }),
    inFields({ name: "authors", type: "array", of: { type: "reference", to: [CODE] } }),
  ]) {
    const answer = { types: [{ schema }], locales: [{ code: "en" }], defaultLocale: "en" };
    const error = await t.throwsAsync(readFrom(t, 200, answer), { instanceOf: CliError });
    t.regex(error.message, /gave a name that must begin with a small letter/);
    t.notRegex(error.message, /process\.exit/);
  }
});

test("an answer without what its types need is one of another version (rules/clients 11)", async (t) => {
  for (const field of [
    { name: "seo", type: "object" },
    { name: "list", type: "array" },
    { name: "author", type: "reference" },
    { name: "kind", type: "string", enum: [1] },
    { name: "kind", type: "string", title: 1 },
  ]) {
    const answer = {
      types: [{ schema: { name: "post", fields: [field] } }],
      locales: [],
      defaultLocale: "en",
    };
    await t.throwsAsync(readFrom(t, 200, answer), { message: /Is it another version of Kiln\?/ });
  }
});

test("a project of a Kiln gives the same file through its server, also with fields that are not known yet (rules/clients 1)", async (t) => {
  t.is(generate(await readFrom(t, 200, answerOf(EXAMPLE))), generate(EXAMPLE));
  const schema = {
    name: "post",
    title: "Post",
    fields: [{ name: "map", title: "Map", type: "geo", zoom: 3 }],
  };
  const read = await readFrom(t, 200, {
    types: [{ schema }],
    locales: [{ code: "en" }],
    defaultLocale: "en",
  });
  t.regex(generate(read), /map\?: unknown;/);
});

test("a refusal is shown without what a terminal obeys, and not at any length (rules/clients 11)", async (t) => {
  const message = `\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n\u202egnp ${"a".repeat(10_000)}`;
  for (const status of [401, 404, 500]) {
    const error = await t.throwsAsync(readFrom(t, status, { error: { message } }), { instanceOf: CliError });
    t.notRegex(error.message, /[\p{Cc}\u202e]/u);
    t.true(error.message.length < 1000);
  }
  const odd = await t.throwsAsync(readFrom(t, 500, { error: { message: { a: 1 } } }), {
    instanceOf: CliError,
  });
  t.regex(odd.message, /no reason given/);
});

test("texts of a server are written as texts, and without what moves a reader's eye or terminal (rules/clients 11)", (t) => {
  const evil = "*/ process.exit(7); /* \u001b[2J \u202e\u2028";
  const file = generate({
    schemas: [
      {
        name: "post",
        title: evil,
        description: evil,
        fields: [
          { name: "kind", title: evil, type: "string", enum: [evil, '"; process.exit(7); "', "\u009b1m"] },
        ],
      },
    ],
    locales: [{ code: "en" }],
    defaultLocale: evil,
  });
  const own = file.slice(0, file.indexOf("export interface ContentTypes"));
  t.notRegex(own, /[^\P{Cc}\n]|[\u2028\u202e]/u);
  t.regex(own, /\*\\\/ process\.exit/);
  t.notRegex(own, /^[^"*]*process\.exit/m);
});
