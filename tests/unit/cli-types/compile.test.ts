import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import { PACKAGE_ROOT } from "../../../runtime/package-root.js";
import { arbitraryProject } from "../../helpers/arbitrary-project.js";
import { compileStrict } from "../../helpers/compile-strict.js";

/** All of them are compiled at once. */
const RUNS = Math.min(Number(process.env.KILN_RUNS ?? 60), 120);

/** The usage of the example project, of the file that is written for it. */
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

test("the file of any project compiles", async (t) => {
  const projects = fc.sample(arbitraryProject, RUNS);
  const files = Object.fromEntries(
    projects.map((project, at) => [`p${at}/kiln-content.ts`, generate(project)]),
  );
  t.is(await compileStrict(files), "");
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
