import type { Walked } from "./take-walk.js";

const BEGIN = "<!-- walks: npm run walk -->";
const END = "<!-- end of walks -->";

type Counted = Pick<Walked, "title" | "files" | "functions" | "hops">;

/** Returns the page with the table of these walks between its two marks. */
export function withTable(page: string, walked: readonly Counted[]): string {
  const [before, rest] = split(page, BEGIN);
  const [, after] = split(rest, END);
  const rows = walked.map(
    ({ title, files, functions, hops }) => `| ${title} | ${files} | ${functions} | ${hops} |`,
  );
  const table = ["| request | files | functions | hops |", "| --- | ---: | ---: | ---: |", ...rows].join(
    "\n",
  );
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

/** Returns the number of files by title of a walk, as the page says. */
export function filesOf(page: string): Map<string, number> {
  const [, rest] = split(page, BEGIN);
  const [table] = split(rest, END);
  return new Map(
    [...table.matchAll(/^\| (.+?) \| +(\d+) \| +\d+ \| +\d+ \|$/gm)].map(([, title, files]) => [
      (title ?? "").trim(),
      Number(files),
    ]),
  );
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`ARCHITECTURE.md has no line ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
