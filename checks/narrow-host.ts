import type { Check, Problem, SourceFile } from "./check.js";
import { codeOf } from "./code-of.js";

/** The number of members that a function, or a class that keeps `Host` in a field, has to name if it needs no more. */
const MOST = 3;
const TAKES = /\bhost: Host(?=[,)\s;])/g;

/**
 * Finds functions that take all of `Host` and use at most three members of it. A function that passes it on as a
 * whole is not checked, because the other function decides which members it needs.
 */
export function checkNarrowHost(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, text }): Problem[] => {
    if (!/^(services|runtime|engines|plugins|cli)\//.test(path)) return [];
    const code = codeOf(text);
    return [...code.matchAll(TAKES)].flatMap(({ index }): Problem[] => {
      const members = membersUsed(restOfStatement(code, index));
      if (members === null || members.length === 0 || members.length > MOST) return [];
      const named = members.map((member) => `"${member}"`).join(" | ");
      return [
        {
          path,
          line: code.slice(0, index).split("\n").length,
          message: `takes all of Host and uses ${members.join(", ")}: write Pick<Host, ${named}>`,
        },
      ];
    });
  });
}

/** Returns the members of `host` that the code reads, in their order; null where `host` itself goes somewhere. */
function membersUsed(code: string): string[] | null {
  const members = new Set<string>();
  for (const { 0: name, index } of code.matchAll(/(?<![\w$.#])(?:this\.#)?host\b(?!\s*:)/g)) {
    const behind = code.slice(index + name.length);
    const member = /^\s*\??\.\s*(\w+)/.exec(behind)?.[1];
    const before = /\{([^{}]*)\}\s*=\s*$/.exec(code.slice(0, index))?.[1];
    if (member !== undefined) members.add(member);
    else if (before !== undefined && !before.includes("...") && /^\s*;/.test(behind))
      for (const each of before.split(",")) members.add(each.split(":")[0]?.trim() ?? "");
    else return null;
  }
  return [...members].filter((member) => member !== "");
}

/** Returns what follows a parameter up to the next statement of the file, which is what its function may read. */
function restOfStatement(code: string, from: number): string {
  const rest = code.slice(from + "host: Host".length);
  const next = /\n[^\s)}\]]/.exec(rest);
  return next === null ? rest : rest.slice(0, next.index);
}

export const narrowHost: Check = {
  name: "what needs at most three members of Host says which",
  run: checkNarrowHost,
};
