import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import type { Project } from "../../../cli/types/write-content.js";
import { CONTENT_NAME, graphqlNames } from "../../../contracts/content-names.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import { arbitraryProject } from "../../helpers/arbitrary-project.js";
import { compileStrict } from "../../helpers/compile-strict.js";

/** Number of projects. All are compiled at once, which takes most of the time of this file. */
const RUNS = Math.min(Math.ceil(Number(process.env.KILN_RUNS ?? 100) / 4), 120);

/** Reads the usage of the example project, with the import changed to the file that is written for it. */
async function readUsage(): Promise<string> {
  const text = await readFile(join(PACKAGE_ROOT, "tests/unit/cli-types/usage.ts"), "utf8");
  return text.replaceAll(/"[./]*\/cli\/types\/client\/[\w-]+\.js"/g, '"./kiln-content.js"');
}

for (const surroundings of ["browser", "node"] as const)
  test(`the file and what is promised of it compile in the strictest way, ${surroundings}`, async (t) => {
    const files = { "kiln-content.ts": generate(EXAMPLE), "usage.ts": await readUsage() };
    t.is(await compileStrict(files, surroundings), "");
  });

test("the examples of docs/typescript.md compile", async (t) => {
  const page = await readFile(join(PACKAGE_ROOT, "docs/typescript.md"), "utf8");
  const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text]) => text);
  t.true(examples.length >= 2);
  const given = "declare const PROJECT: string, TOKEN: string, id: string;\n";
  const files = { "kiln-content.ts": generate(EXAMPLE), "page.ts": given + examples.join("") };
  t.is(await compileStrict(files, "browser", { noUnusedLocals: false }), "");
});

test("a promise that does not hold is noticed", async (t) => {
  const broken = generate(EXAMPLE).replace("  score: number;", "  score?: number;");
  const said = await compileStrict({ "kiln-content.ts": broken, "usage.ts": await readUsage() });
  t.regex(said, /usage\.ts\(\d+,\d+\): error/);
});

/** Writes code that reads every type of a project, in a list and, where the compiler can tell its name apart, by its id. */
function useOf({ schemas }: Project): string {
  const lists = schemas.map(({ name }) => graphqlNames(name).all);
  const singles = schemas.map(({ name }) => name).filter((name) => !(name in Object.prototype));
  return `import { createClient } from "./kiln-content.js";
const client = createClient({ url: "", projectId: "", token: "" });
export async function use(): Promise<(string | number | undefined)[]> {
  const lists = await client.query({ ${lists.map((all) => `${all}: { items: { _id: true, _type: true }, total: true }`).join(", ")} });
  const singles = await client.query({ ${singles.map((name) => `${name}: { $args: { id: "1" }, _id: true }`).join(", ")} });
  return [${[
    "...Object.keys(singles)",
    ...lists.map((all) => `lists.${all}.items[0]?._id, lists.${all}.total`),
    ...singles.map((name) => `singles.${name}?._id`),
  ].join(", ")}];
}
`;
}

test("the file of any project compiles, and so do queries of each of its types", async (t) => {
  const projects = fc.sample(arbitraryProject, RUNS);
  const files = projects.flatMap((project, at) => [
    [`p${at}/kiln-content.ts`, generate(project)],
    ...(project.schemas.length > 0 ? [[`p${at}/use.ts`, useOf(project)]] : []),
  ]);
  t.is(await compileStrict(Object.fromEntries(files) as Record<string, string>), "");
});

test("a type may have a name that every object seems to have", async (t) => {
  const odd = Object.getOwnPropertyNames(Object.prototype).filter((name) => CONTENT_NAME.test(name));
  t.true(odd.includes("constructor") && odd.includes("hasOwnProperty"));
  const title = { name: "title", title: "Title", type: "string" as const, required: true };
  const any = { name: "any", title: "Any", type: "reference" as const, to: [...odd, "article"] };
  const one = { name: "one", title: "One", type: "reference" as const, to: ["constructor"] };
  const schemas = [
    ...odd.map((name) => ({ name, title: name, fields: [title] })),
    { name: "article", title: "Article", fields: [title, any, one] },
  ];
  const use = `import { createClient } from "./kiln-content.js";
const client = createClient({ url: "", projectId: "", token: "" });
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export async function use(): Promise<string[]> {
  const { documents } = await client.list("constructor", { select: ["title"], where: { title: { eq: "a" } } });
  const got = await client.get("toString", "1");
  const { article, allConstructor } = await client.query({
    article: {
      $args: { id: "1" },
      title: true,
      any: { _id: true, $on: { article: { title: true } } },
      one: { title: true },
    },
    allConstructor: { $args: { where: { title: { eq: "a" } } }, items: { title: true } },
  });
  const any = article?.any;
  const same: Same<typeof any, { _id: string; title: string } | { _id: string } | null | undefined> = true;
  if (any && "title" in any && same) return [any._id, any.title];
  // @ts-expect-error -- a misspelled field
  await client.query({ allConstructor: { items: { titel: true } } });
  return [documents[0]?.title ?? "", got?.title ?? "", article?.one?.title ?? "", allConstructor.items[0]?.title ?? ""];
}
`;
  const project = { ...EXAMPLE, schemas };
  t.is(await compileStrict({ "kiln-content.ts": generate(project), "use.ts": use }), "");
});

test("the file of a project with many types compiles, and so does a query of it", async (t) => {
  const names = Array.from({ length: 150 }, (_, at) => `type${at}`);
  const schemas = names.map((name, at) => ({
    name,
    title: name,
    fields: Array.from({ length: 30 }, (_, each) =>
      each < 3
        ? {
            name: `ref${each}`,
            title: "R",
            type: "reference" as const,
            to: names.slice((at + each) % 140, ((at + each) % 140) + 3),
          }
        : { name: `field${each}`, title: "F", type: "string" as const, localized: each % 2 === 0 },
    ),
  }));
  const use = `import { createClient } from "./kiln-content.js";
const client = createClient({ url: "", projectId: "", token: "" });
export async function use(): Promise<string | undefined> {
  const { documents } = await client.list("type7", { expand: ["ref0.ref1"], select: ["field3", "ref0"] });
  const { allType9 } = await client.query({ allType9: { items: { ref0: { $on: { type9: { field4: true } } } } } });
  return documents[0]?.field3 ?? documents[0]?.ref0?.field5 ?? allType9.items[0]?.ref0?._never;
}
`;
  const project = { ...EXAMPLE, schemas };
  const said = await compileStrict({ "kiln-content.ts": generate(project), "use.ts": use });
  t.regex(said, /^use\.ts\(6,\d+\): error TS2339: Property '_never' does not exist/);
  t.is(said.split("error TS").length, 2, said);
});
