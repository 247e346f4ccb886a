import { matches, type Check, type Problem, type SourceFile } from "./check.js";

const PAGE = /^docs\/rules\/([a-z]+)\.md$/;
const RULE = /^(\d+)\. <a id="(\d+)"><\/a>(.*)$/gm;
/** A space, or the end of a line, with what begins the next line of a comment. */
const GAP = String.raw`(?: |\s*\n\s*(?:\*|\/\/)?\s*)`;
/** Pattern of citations of rules, which may go on in the next line: `rules/billing 8`, `rules/billing 8, 9 and 12`, `rules/billing 7 to 12`. */
const CITATION = new RegExp(
  String.raw`\brules\/([a-z]+)${GAP}(\d+(?:(?:,|${GAP}and|${GAP}to)${GAP}\d+)*)`,
  "g",
);
/** Pattern of citations of records: `ADR-0011`, a page of docs/decisions. */
const RECORD = /\bADR-(\d{4})\b/g;
const RECORD_PAGE = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/;
/** A citation of a page that is not in the repository, or of a record by its number alone. A property may be called `spec`. */
const ELSEWHERE = /(?<![{,] ?|^ *)\bspec: |\bspec, [\w-]+:|\bdecisions? \d+/gim;
/** A citation of a tracker that is not in the repository. */
const ISSUE = /\bissues? #?\d+/gi;
/** A citation of a record that a search for the usual form does not find. */
const RECORD_FORM = /\bADRs? (\d{4})\b/g;
/** A citation of a record by its path. Links of pages and strings of code may have the path. */
const RECORD_PATH = /(?<!["'`/]|\]\()docs\/decisions\/(\d{4})/g;
const IS_CODE = /\.(?:ts|tsx|mjs)$/;
const IS_PAGE = /\.md$/;
const IS_TEST = /^tests\/.*\.test\.tsx?$/;
/** The files that hold examples of wrong citations. */
const ABOUT_RULES = new Set(["checks/rules.ts", "tests/unit/checks/rules.test.ts"]);
const GIVEN_UP = "Given up.";

/** Returns the rules of a page by their number, and the problems of the numbers. */
function readRules({ path, text }: SourceFile): { numbers: Map<number, string>; problems: Problem[] } {
  const numbers = new Map<number, string>();
  const problems: Problem[] = [];
  for (const { line, match } of matches(text, RULE)) {
    const [, number = "", anchor, sentence = ""] = match;
    const isNext = Number(number) === numbers.size + 1;
    if (!isNext) problems.push({ path, line, message: `rule ${number} follows rule ${numbers.size}` });
    if (anchor !== number) problems.push({ path, line, message: `rule ${number} has the anchor ${anchor}` });
    numbers.set(Number(number), sentence);
  }
  return { numbers, problems };
}

/** Finds citations, in code and in pages, of issues and of records by their path. */
function checkForms({ path, text }: SourceFile): Problem[] {
  const issues = matches(text, ISSUE).map(({ line, match: [citation] }) => ({
    path,
    line,
    message: `"${citation}" cannot be opened: cite a rule (rules/billing 8) or a record (ADR-0011)`,
  }));
  const paths = matches(text, RECORD_PATH).map(({ line, match: [citation, number = ""] }) => ({
    path,
    line,
    message: `"${citation}" is cited as ADR-${number}`,
  }));
  const forms = matches(text, RECORD_FORM).map(({ line, match: [citation, number = ""] }) => ({
    path,
    line,
    message: `"${citation}" is cited as ADR-${number}`,
  }));
  return [...issues, ...paths, ...forms];
}

/** Finds citations of records that do not exist. */
const checkRecords = ({ path, text }: SourceFile, records: ReadonlySet<string>): Problem[] =>
  matches(text, RECORD)
    .filter(({ match: [, number = ""] }) => !records.has(number))
    .map(({ line, match: [citation] }) => ({
      path,
      line,
      message: `${citation} is no page of docs/decisions`,
    }));

/** Finds citations in code of a page outside the repository, which no reader can open. */
const checkElsewhere = ({ path, text }: SourceFile): Problem[] =>
  matches(text, ELSEWHERE).map(({ line, match: [citation] }) => ({
    path,
    line,
    message: `"${citation.trim()}" cannot be opened: cite a rule (rules/billing 8) or a record (ADR-0011)`,
  }));

/** Returns the numbers of a citation; `7 to 12` stands for all from 7 to 12. */
function citedNumbers(list: string): number[] {
  const cited: number[] = [];
  let isRange = false;
  for (const [, number, gap = ""] of list.matchAll(/(\d+)(\D*)/g)) {
    const from = isRange ? (cited.at(-1) ?? 0) + 1 : Number(number);
    for (let each = from; each <= Number(number); each += 1) cited.push(each);
    isRange = /\bto\b/.test(gap);
  }
  return cited;
}

/** Checks that rules are numbered without gaps, that every citation names an existing rule, and that a test cites each rule. */
export function checkRules(files: readonly SourceFile[]): Problem[] {
  const records = new Set(files.flatMap(({ path }) => RECORD_PAGE.exec(path)?.[1] ?? []));
  const pages = new Map<string, { path: string; numbers: Map<number, string> }>();
  const problems: Problem[] = [];
  for (const file of files) {
    const area = PAGE.exec(file.path)?.[1];
    if (area === undefined) continue;
    const { numbers, problems: wrong } = readRules(file);
    pages.set(area, { path: file.path, numbers });
    problems.push(...wrong);
  }
  const proved = new Set<string>();
  for (const { path, text } of files) {
    if (ABOUT_RULES.has(path)) continue;
    if (!IS_CODE.test(path) && !IS_PAGE.test(path)) continue;
    problems.push(...checkForms({ path, text }), ...checkRecords({ path, text }, records));
    if (IS_CODE.test(path)) problems.push(...checkElsewhere({ path, text }));
    for (const { line, match } of matches(text, CITATION)) {
      const [, area = "", list = ""] = match;
      for (const number of citedNumbers(list)) {
        const sentence = pages.get(area)?.numbers.get(number);
        if (sentence === undefined || sentence === GIVEN_UP)
          problems.push({ path, line, message: `rules/${area} ${number} is no rule` });
        else if (IS_TEST.test(path)) proved.add(`${area} ${number}`);
      }
    }
  }
  for (const [area, { path, numbers }] of pages) {
    const unproved = [...numbers]
      .filter(([number, sentence]) => sentence !== GIVEN_UP && !proved.has(`${area} ${number}`))
      .map(([number]) => number);
    if (unproved.length > 0) problems.push({ path, message: `no test cites ${unproved.join(", ")}` });
  }
  return problems;
}

export const rules: Check = { name: "citations name rules that stand", run: checkRules };
