import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";

/** The client in the order in which it is read; `content.ts` among them stands for what is generated. */
const FILES = [
  "values",
  "filters",
  "read",
  "queries",
  "selection",
  "graphql-text",
  "kiln-error",
  "connection",
  "client",
];

const IMPORT = /^import [^;]*;\n+/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const NAME = /[A-Za-z_$][\w$]*/g;

/** The client's source as one text without imports: the files of cli/types/client, one after another. */
export const clientSource = (): string =>
  FILES.map((file) =>
    readFileSync(join(PACKAGE_ROOT, "cli/types/client", `${file}.ts`), "utf8").replaceAll(IMPORT, ""),
  ).join("\n");

/** Every name that the client uses, its own and those of the language: none of them may come to mean anything else. */
export const namesIn = (source: string): Set<string> => new Set(source.replaceAll(COMMENT, "").match(NAME));
