import { type ContentSchema, SCALAR_TYPES } from "../../contracts/content-schema.js";
import { localizedFields } from "../../contracts/content-values.js";
import { allFields, referencesIn, targetsOf } from "./fields.js";
import { printLiteral, printProperty } from "./print.js";
import type { TypeNames } from "./type-names.js";

/** Paths through two references that one type may have written out; the compiler refuses unions of 100,000. */
const MAX_DEEP_PATHS = 10_000;

/** `ContentTypes`: for each type what the client's own types follow from. */
export function writeRegister(
  schemas: readonly ContentSchema[],
  names: ReadonlyMap<string, TypeNames>,
): string {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const entries = schemas.flatMap((schema) => {
    const own = names.get(schema.name);
    return own ? [writeEntry(schema, own, byName)] : [];
  });
  return `/** The types of the project. */\nexport interface ContentTypes {${entries.length > 0 ? "\n" : ""}${entries.join("")}}\n`;
}

function writeEntry(
  schema: ContentSchema,
  { document, where }: TypeNames,
  byName: ReadonlyMap<string, ContentSchema>,
): string {
  const { name, fields } = schema;
  const sorted = fields.filter(({ type }) => (SCALAR_TYPES as readonly string[]).includes(type));
  const literals = (paths: readonly string[]) => paths.map(printLiteral);
  return [
    `  ${name}: {\n`,
    printProperty("    ", "document", [document]),
    printProperty("    ", "where", [where]),
    printProperty("    ", "sort", ["SystemSort", ...literals(sorted.map((field) => field.name))]),
    printProperty("    ", "paths", literals([...allFields(fields)].map(({ path }) => path))),
    printProperty("    ", "localized", literals(localizedFields(fields).map(({ path }) => path))),
    writeReferences(schema, byName),
    "  };\n",
  ].join("");
}

/** Where references lead, by their paths; anywhere, where there is too much to follow. */
function writeReferences({ fields }: ContentSchema, byName: ReadonlyMap<string, ContentSchema>): string {
  const references = referencesIn(fields);
  if (references.length === 0) return "    references: {};\n";
  const deep = references.flatMap(({ field }) =>
    targetsOf(field).map((to) => referencesIn(byName.get(to)?.fields ?? []).length),
  );
  const isTooMuch = deep.reduce((sum, count) => sum + count, 0) > MAX_DEEP_PATHS;
  const lines = references.map(({ path, field }) =>
    printProperty(
      "      ",
      /^\w+$/.test(path) ? path : printLiteral(path),
      isTooMuch ? ["string"] : targetsOf(field).map(printLiteral),
    ),
  );
  return `    references: {\n${lines.join("")}    };\n`;
}
