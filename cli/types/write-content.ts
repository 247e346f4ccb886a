import type { ContentSchema } from "../../contracts/content-schema.js";
import { Names } from "./names.js";
import { printLiteral, printUnion } from "./print.js";
import { nameTypes } from "./type-names.js";
import { writeDocument } from "./write-document.js";
import { writeRegister } from "./write-register.js";
import { writeWhere } from "./write-where.js";

/** What types are made from: what delivery says of a project. */
export interface Project {
  schemas: readonly ContentSchema[];
  locales: readonly { code: string }[];
  defaultLocale: string;
}

const byName = (a: ContentSchema, b: ContentSchema): number => (a.name < b.name ? -1 : 1);

/** The types of a project's content. `reserved`: names that its types cannot have. */
export function writeContent(
  { schemas, locales, defaultLocale }: Project,
  reserved: Iterable<string>,
): string {
  const sorted = [...schemas].sort(byName);
  const codes = locales.map(({ code }) => code);
  const names = new Names([...reserved, "LOCALES", "DEFAULT_LOCALE", "Locale", "ContentTypes"]);
  const named = nameTypes(sorted, names);
  return [
    `/** The project's locales. */\nexport const LOCALES = [${codes.map(printLiteral).join(", ")}] as const;\n`,
    `/** What is read when nothing else is asked for. */\nexport const DEFAULT_LOCALE = ${printLiteral(defaultLocale)};\n`,
    `export type Locale = ${printUnion(codes.map(printLiteral))};\n`,
    ...sorted.flatMap((schema) => {
      const own = named.get(schema.name);
      return own ? [writeDocument(schema, own), writeWhere(schema, own)] : [];
    }),
    writeRegister(sorted, named),
  ].join("\n");
}
