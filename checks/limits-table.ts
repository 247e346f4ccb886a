import { VARIABLES } from "../runtime/config/register.js";
import { textOf, type Check, type Problem } from "./check.js";

const PAGE = "docs/security.md";

interface Entry {
  default: string | null;
  accepted: string;
}

/** Variables with a number that bounds nothing which an anonymous caller could use up, with the reason. */
export const NO_LIMITS: Readonly<Record<string, string>> = {
  PORT: "an address",
  METRICS_PORT: "an address",
  TRUST_PROXY: "whom the server believes",
  OTEL_TRACES_SAMPLER_ARG: "a part of the requests that is traced",
  PROCESSES: "how many processes are started",
  DELIVERY_REPLICAS: "where document indexes lie",
  STALE_SECONDS: "what readers are told while the database is away",
  COMPACT_IDLE_SECONDS: "when work is done that nobody waits for",
};

/** Returns whether the value of a variable is a number, or several. */
const isNumber = ({ accepted }: Entry): boolean => /\bnumber\b|\bseconds\b/.test(accepted);

/** Returns the rows of the table under the heading Limits, with the line of each. */
function rowsOf(page: string): { line: number; limit: string; variables: string[] }[] {
  const lines = page.split("\n");
  const from = lines.indexOf("## Limits");
  const end = lines.findIndex((line, at) => at > from && line.startsWith("## "));
  return lines.flatMap((text, at) => {
    if (from < 0 || at < from || (end >= 0 && at > end) || !text.startsWith("| ")) return [];
    const [, , limit = "", variables = ""] = text.split(/(?<!\\)\|/);
    return [
      {
        line: at + 1,
        limit,
        variables: [...variables.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map((m) => m[1] ?? ""),
      },
    ];
  });
}

/** Returns whether a limit names a default: `1e5`, "100,000" and "100000" are one number. */
const names = (limit: string, value: string): boolean =>
  value
    .split(",")
    .every((part) =>
      new RegExp(`(?<![\\d.])${part}(?![\\d.]*\\d)`).test(limit.replaceAll(/(?<=\d),(?=\d{3})/g, "")),
    );

/** Checks that every variable that limits something is in the table with its default, and that the table names no other. */
export function checkLimitsTable(page: string, register: Readonly<Record<string, Entry>>): Problem[] {
  const problems: Problem[] = [];
  const told = new Set<string>();
  for (const { line, limit, variables } of rowsOf(page)) {
    for (const name of variables) {
      told.add(name);
      const entry = register[name];
      if (entry === undefined)
        problems.push({ path: PAGE, line, message: `${name} is no variable of the configuration` });
      else if (entry.default !== null && isNumber(entry) && !names(limit, entry.default))
        problems.push({
          path: PAGE,
          line,
          message: `${name} is ${entry.default} unless set, which the row does not say`,
        });
    }
  }
  for (const [name, entry] of Object.entries(register))
    if (isNumber(entry) && !told.has(name) && !(name in NO_LIMITS))
      problems.push({ path: PAGE, message: `the table of limits lacks ${name}` });
  return problems;
}

export const limitsTable: Check = {
  name: "docs/security.md names every limit with its default and its variable",
  run: (files) => checkLimitsTable(textOf(files, PAGE) ?? "", VARIABLES),
};
