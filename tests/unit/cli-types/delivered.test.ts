import test from "ava";
import fc from "fast-check";
import { generate } from "../../../cli/types/generate.js";
import type { Project } from "../../../cli/types/write-content.js";
import { deliveryDocument, type SystemFields } from "../../../contracts/content-delivery-document.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { Locales } from "../../../contracts/content-locales.js";
import { EVERY_LOCALE, readingOf } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { arbitraryProject } from "../../helpers/arbitrary-project.js";
import { PayloadOf } from "../../helpers/arbitrary-payload.js";
import { compileStrict } from "../../helpers/compile-strict.js";

/** Number of projects. All are compiled at once. */
const RUNS = Math.min(Math.ceil(Number(process.env.KILN_RUNS ?? 100) / 10), 80);

/** Renames fields whose names every object inherits: to the compiler a literal without such a field has it, with another type. */
const withoutInherited = (project: Project): Project =>
  JSON.parse(
    JSON.stringify(project).replaceAll(/"(constructor|toString|valueOf|hasOwnProperty)"/g, '"my$1"'),
  ) as Project;

const localesOf = ({ locales, defaultLocale }: Project): Locales => ({
  defaultLocale,
  locales: locales.map(({ code }) => ({ code, title: code, fallback: null, required: false })),
});

/** Returns the document of a payload as delivery gives it, as TypeScript code with its type. */
function write(project: Project, schema: ContentSchema, system: SystemFields, locale: string, type: string) {
  const isPublished = system.status === "published";
  const reading = readingOf(localesOf(project), locale);
  if (reading === undefined) throw new Error(`no locale ${locale}`);
  const payloads = new PayloadOf(
    project.locales.map(({ code }) => code),
    isPublished,
  );
  return payloads.fields(schema.fields).map((payload) => {
    const document = deliveryDocument(system, reading.locale, flatten(schema, payload, reading));
    return `${type} = ${JSON.stringify(document)};`;
  });
}

/** Arbitrary documents of every type of a project, in the ways that give them different types. */
const documentsOf = (project: Project): fc.Arbitrary<string[]> =>
  fc.tuple(
    ...project.schemas.flatMap((schema) => {
      const { name } = schema;
      const published: SystemFields = {
        id: "1",
        type: name,
        status: "published",
        createdAt: 0,
        updatedAt: 1,
        publishedAt: 2,
      };
      const draft: SystemFields = { ...published, status: "draft", publishedAt: null };
      const last = project.locales.at(-1)?.code ?? "en";
      return [
        write(project, schema, published, last, `export const ${name}0: DocumentOf<"${name}">`),
        write(
          project,
          schema,
          published,
          EVERY_LOCALE,
          `export const ${name}1: DocumentOf<"${name}", "published", "*">`,
        ),
        write(project, schema, draft, last, `export const ${name}2: DocumentOf<"${name}", "drafts">`),
        write(
          project,
          schema,
          draft,
          EVERY_LOCALE,
          `export const ${name}3: DocumentOf<"${name}", "drafts", "*">`,
        ),
      ];
    }),
  );

test("what delivery makes of any payload has the type that is written for it (rules/delivery 12)", async (t) => {
  const written = arbitraryProject
    .map(withoutInherited)
    .chain((project) => documentsOf(project).map((lines) => ({ project, lines })));
  const files = fc.sample(written, RUNS).flatMap(({ project, lines }, at) => {
    if (lines.length === 0) return [];
    const text = ['import type { DocumentOf } from "./kiln-content.js";', ...lines].join("\n");
    return [
      [`p${at}/kiln-content.ts`, generate(project)],
      [`p${at}/documents.ts`, text],
    ];
  });
  t.true(files.length > RUNS, "most projects have types");
  t.is(await compileStrict(Object.fromEntries(files) as Record<string, string>), "");
});
