import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { CliError } from "../../../cli/cli-error.js";
import type * as ClientModule from "../../../cli/types/client/client.js";
import type { KilnError } from "../../../cli/types/client/kiln-error.js";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import { readProject, type Source } from "../../../cli/types/read-project.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { compileStrict } from "../../helpers/compile-strict.js";
import { runKiln } from "../../helpers/run-kiln.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { calls } from "./calls.js";
import { type ExampleSite, openExampleSite } from "./example-site.js";

interface Context {
  kiln: Kiln;
  site: ExampleSite;
  folder: string;
  /** Path of the file that the command wrote. */
  file: string;
  module: typeof ClientModule;
}
const test = anyTest as TestFn<Context>;

const run = (
  { kiln, site }: Pick<Context, "kiln" | "site">,
  args: string[],
  env: Record<string, string> = {},
) => runKiln(["types", ...args], { KILN_URL: kiln.url, KILN_DELIVERY_TOKEN: site.published, ...env });

test.before(async (t) => {
  const kiln = await startKiln();
  const site = await openExampleSite(kiln);
  const folder = await mkdtemp(join(tmpdir(), "kiln-types-"));
  const file = join(folder, "src/kiln-content.ts");
  t.context = { ...t.context, kiln, site, folder, file };
  const { code, out, err } = await run(t.context, [site.projectId, "--out", file]);
  t.is(code, 0, err);
  t.is(out, `Wrote ${file}.\n`);
  // Node imports the file as it is and strips the types.
  t.context.module = (await import(pathToFileURL(file).href)) as typeof ClientModule;
});
test.after.always(async ({ context: { kiln, folder } }) => {
  await kiln?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const optionsOf = ({ kiln, site }: Context) => ({
  url: `${kiln.url}/`,
  projectId: site.projectId,
  token: site.published,
});

/** Makes a client that records its answers. */
function noting(context: Context, more: Partial<ClientModule.ClientOptions<"published">> = {}) {
  const answers: { url: string; status: number; body: unknown }[] = [];
  const client = context.module.createClient({
    ...optionsOf(context),
    async fetch(url, init) {
      const response = await fetch(url, init);
      const text = await response.clone().text();
      answers.push({ url, status: response.status, body: text === "" ? null : JSON.parse(text) });
      return response;
    },
    ...more,
  });
  return { client, answers };
}

test("kiln types writes what the project's schemas say, and the same again (rules/clients 1)", async (t) => {
  const { file, site } = t.context;
  t.is(await readFile(file, "utf8"), generate(EXAMPLE));
  const again = await run(t.context, [site.projectId.toUpperCase(), "--out", file]);
  t.is(again.out, `${file} is in step with the project already.\n`, again.err);
});

test("answers of every kind have the types that their calls promise (rules/clients 2)", async (t) => {
  const { site, module } = t.context;
  const drafts = module.createClient({ ...optionsOf(t.context), token: site.preview, perspective: "drafts" });
  const all = calls(module.createClient(optionsOf(t.context)), drafts, site.ids);
  const lines: string[] = [
    'import type { calls } from "./calls.js";',
    "type Calls = ReturnType<typeof calls>;",
  ];
  for (const [name, call] of Object.entries(all)) {
    const answer = await call();
    lines.push(`export const ${name}: Awaited<ReturnType<Calls["${name}"]>> = ${JSON.stringify(answer)};`);
  }
  const source = await readFile(join(PACKAGE_ROOT, "tests/http/cli/calls.ts"), "utf8");
  const files = {
    "kiln-content.ts": await readFile(t.context.file, "utf8"),
    "calls.ts": source.replaceAll(/"[./]*\/cli\/types\/client\/[\w-]+\.js"/g, '"./kiln-content.js"'),
    "answers.ts": lines.join("\n"),
  };
  t.is(await compileStrict(files, "browser", { isolatedDeclarations: false }), "");
});

test("list and get give what REST answers (rules/clients 3)", async (t) => {
  const { client, answers } = noting(t.context);
  const { ids } = t.context.site;
  const page = await client.list("article", { sort: ["-title"], expand: ["author.company"] });
  t.deepEqual(page as unknown, answers[0]?.body);
  t.deepEqual(
    page.documents.map(({ title, author }) => [title, author?.company?.name]),
    [
      ["Full", "Kilns & Co"],
      ["Bare", undefined],
    ],
  );
  t.is(page.documents[1]?.author, null);
  const full = await client.get("article", ids.full, { locale: "de", select: ["title", "seo.label"] });
  t.deepEqual({ document: full } as unknown, answers[1]?.body);
  t.deepEqual([full?.title, full?.seo, full?._locale], ["Voll", { label: "L" }, "de"]);
  t.is(await client.get("article", ids.draft), null);
  t.is(await client.get("author", ids.full), null, "of another type");
  const found = await client.list("article", {
    where: { or: [{ title: { contains: "FUL" } }, { rank: { gt: 100 } }], hero: { exists: true } },
    limit: 1,
  });
  t.deepEqual([found.total, found.documents[0]?._id, found.limit], [1, ids.full, 1]);
  const types = await client.types();
  t.deepEqual(types.types.map(({ name }) => name).sort(), ["article", "author", "company"]);
});

test("query and graphql give what GraphQL answers, in the client's locale unless said otherwise (rules/clients 3)", async (t) => {
  const { client, answers } = noting(t.context, { locale: "de" });
  const { ids } = t.context.site;
  const result = await client.query({
    article: { $args: { id: ids.full }, title: true, author: { bio: { $args: { locale: "en" } } } },
    allArticle: {
      $args: { where: { score: { lt: 0 } } },
      items: { subject: { $on: { article: { title: true } } } },
      total: true,
    },
  });
  t.deepEqual({ data: result } as unknown, answers[0]?.body);
  t.deepEqual(result, {
    article: { title: "Voll", author: { bio: "Writes." } },
    allArticle: { items: [{ subject: { title: "Bare" } }], total: 1 },
  });
  const text = "query ($id: ID!) { article(id: $id) { title } }";
  const { article } = await client.graphql<{ article: { title: string } }>(text, { id: ids.full });
  t.is(article.title, "Full");
});

test("drafts are read where they are asked for, also with a preview token (rules/delivery 4)", async (t) => {
  const { site } = t.context;
  const token = site.preview;
  const published = await noting(t.context, { token }).client.list("article");
  t.is(published.total, 2);
  const drafts = t.context.module.createClient({ ...optionsOf(t.context), token, perspective: "drafts" });
  t.is((await drafts.list("article")).total, 3);
  t.is((await drafts.get("article", site.ids.draft))?._status, "draft");
  t.is((await drafts.query({ allArticle: { total: true } })).allArticle.total, 3);
  t.is((await drafts.list("article", { perspective: "published" })).total, 2);
});

test("answers that are kept are asked for again, and not sent again (rules/delivery 7)", async (t) => {
  const { client, answers } = noting(t.context, { cacheSize: 1 });
  const read = () => client.list("company");
  const first = await read();
  first.documents.length = 0;
  const second = await read();
  t.is(second.documents[0]?.name, "Kilns & Co", "who changes an answer changes no other");
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 304],
  );
  await client.types();
  await read();
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 304, 200, 200],
    "only one is kept",
  );
});

const failure = (t: ExecutionContext<Context>, call: Promise<unknown>): Promise<KilnError> =>
  t.throwsAsync(call, { name: "KilnError" }) as Promise<KilnError>;

test("what goes wrong is a KilnError with the status and code of the service (rules/clients 4)", async (t) => {
  const { module, kiln } = t.context;
  const options = optionsOf(t.context);
  const { client } = noting(t.context);
  const refused = await failure(t, module.createClient({ ...options, token: "svc_ct_x" }).list("article"));
  t.deepEqual([refused.status, refused.code], [401, "unauthenticated"]);
  const hidden = await failure(t, client.list("article", { perspective: "drafts" }));
  t.deepEqual([hidden.status, hidden.code], [403, "forbidden"]);
  t.regex(hidden.message, /preview token/);
  const unknown = await failure(t, client.list("article", { limit: 1000 }));
  t.deepEqual([unknown.status, unknown.code], [400, "invalid_params"]);
  const invalid = await failure(t, client.graphql("{ allArticle { nope } }"));
  t.deepEqual([invalid.status, invalid.code, invalid.errors.length], [400, "invalid_params", 1]);
  t.regex(invalid.message, /Cannot query field "nope"/);
  const failed = await failure(t, client.query({ allArticle: { $args: { limit: 1000 }, total: true } }));
  t.deepEqual([failed.status, failed.code, failed.errors[0]?.path], [200, "invalid_params", ["allArticle"]]);
  const away = await failure(
    t,
    module.createClient({ ...options, url: "http://127.0.0.1:1" }).list("article"),
  );
  t.deepEqual([away.status, away.code], [0, "unreachable"]);
  const noScheme = await failure(
    t,
    module.createClient({ ...options, url: "127.0.0.1:4712" }).list("article"),
  );
  t.is(noScheme.message, 'url must begin with http:// or https://, not "127.0.0.1:4712".');
  const other = await failure(
    t,
    module.createClient({ ...options, url: `${kiln.url}/docs` }).get("article", "x"),
  );
  t.is(other.status, 404);
});

test("a signal ends a call with its own reason (rules/clients 5)", async (t) => {
  const { client } = noting(t.context);
  const reason = new Error("enough");
  t.is(await t.throwsAsync(client.list("article", { signal: AbortSignal.abort(reason) })), reason);
  t.is(
    await t.throwsAsync(client.query({ allAuthor: { total: true } }, { signal: AbortSignal.abort(reason) })),
    reason,
  );
});

test("--check tells whether a file is behind the project, and writes nothing (rules/clients 1)", async (t) => {
  const { site, folder } = t.context;
  const file = join(folder, "checked.ts");
  const absent = await run(t.context, [site.projectId, "--out", file, "--check"]);
  t.is(absent.code, 1);
  t.regex(absent.err, /is behind the project\. Run the same command without --check\./);
  await t.throwsAsync(readFile(file), { code: "ENOENT" });
  await run(t.context, [site.projectId, "--out", file]);
  t.is((await run(t.context, [site.projectId, "--out", file, "--check"])).code, 0);
  await writeFile(file, `${await readFile(file, "utf8")} `);
  t.is((await run(t.context, [site.projectId, "--out", file, "--check"])).code, 1);
});

test("a command that is typed wrongly exits 2, so that 1 is a file that is behind, and asking for help 0 (rules/operations 12)", async (t) => {
  const { site } = t.context;
  for (const [args, said] of [
    [[site.projectId, "--check", "--tokn", "x"], /unknown option '--tokn'/],
    [["--check"], /missing required argument 'project'/],
    [[site.projectId, "--check", "--out"], /option '--out <file>' argument missing/],
    [[site.projectId, "more", "--check"], /too many arguments/],
  ] as const) {
    const { code, err } = await run(t.context, [...args]);
    t.is(code, 2, err);
    t.regex(err, said);
    t.notRegex(err, /\n +at /, "no stack");
  }
  t.is((await runKiln(["typs"], {})).code, 2);
  t.is((await runKiln([], {})).code, 2);
  const help = await run(t.context, ["--help"]);
  t.deepEqual([help.code, help.err], [0, ""]);
  t.regex(help.out, /--check/);
});

test("every refusal is one sentence that says what to do (rules/operations 12)", async (t) => {
  const { kiln, site, folder } = t.context;
  const source = { url: kiln.url, projectId: site.projectId, token: site.published };
  const refused = async (more: Partial<Source>) =>
    (await t.throwsAsync(readProject({ ...source, ...more }), { instanceOf: CliError })).message;
  t.regex(await refused({ token: "svc_ct_no" }), /refuses the token: .*content\/tokens/);
  t.regex(await refused({ token: site.ann.key }), /It takes a delivery token \(svc_ct_…\)/);
  t.regex(await refused({ token: "a\nb" }), /characters that no token has/);
  t.regex(await refused({ projectId: randomUUID() }), /Is the token another project's\?/);
  t.regex(await refused({ projectId: "my-project" }), /"my-project" is no project id/);
  t.regex(await refused({ url: "http://127.0.0.1:1" }), /No server answers at .*--url or KILN_URL/);
  t.regex(await refused({ url: "localhost" }), /"localhost" is no address/);
  let body = "<html>";
  const page = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1");
  await once(page, "listening");
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  t.regex(await refused({ url }), /is no Kiln server/);
  body = "{}";
  t.regex(await refused({ url }), /Is it another version of Kiln\?/);
  page.close();

  for (const [args, env, said] of [
    [[site.projectId, "--out", folder], {}, /cannot be read .*Name another file: --out\.\n$/],
    [[site.projectId, "--out", `${t.context.file}/x.ts`], {}, /cannot be .*Name another file: --out\.\n$/],
    [[site.projectId], { KILN_DELIVERY_TOKEN: "" }, /needed: KILN_DELIVERY_TOKEN or --token.*\n$/],
    [[site.projectId, "--token", "svc_ct_no"], {}, /refuses the token.*\n$/],
  ] as const) {
    const { code, err } = await run(t.context, [...args], env);
    t.is(code, 2);
    t.regex(err, said);
    t.notRegex(err, /\n./, "one line");
  }
});
