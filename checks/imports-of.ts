import { posix } from "node:path";
import { matches } from "./check.js";
import { codeOf } from "./code-of.js";

export interface Import {
  line: number;
  /** Path from the root for a relative import (as its source is named), else the package. */
  target: string;
  isLocal: boolean;
  /** Whether it is an `import type`, which is gone at run time. */
  isType: boolean;
}

const IMPORT =
  /(?:^|[\n;])[ \t]*(?:import|export)\s(?:[^;"'`]*?\bfrom\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*[,)]/g;

/** Returns the package of a specifier: `@scope/name/deep` and `name/deep` give `@scope/name` and `name`. */
const packageOf = (specifier: string): string =>
  specifier.startsWith("node:")
    ? specifier
    : specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");

/** Returns everything that a TypeScript file imports or exports from elsewhere, types included. */
export function importsOf(path: string, text: string): Import[] {
  return matches(codeOf(text), IMPORT).map(({ line, match }) => {
    const specifier = match[1] ?? match[2] ?? "";
    const isLocal = specifier.startsWith(".");
    const target = isLocal
      ? posix.normalize(posix.join(posix.dirname(path), specifier)).replace(/\.js$/, ".ts")
      : packageOf(specifier);
    const isType = /^\s*;?\s*(?:import|export)\s+type\s/.test(match[0]);
    return { line: match[0].startsWith("\n") ? line + 1 : line, target, isLocal, isType };
  });
}
