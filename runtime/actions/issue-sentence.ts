import type { z } from "zod";
import { shortened } from "../../contracts/code-points.js";
import { quoted } from "../../contracts/nearest-name.js";

type Issue = z.core.$ZodIssue;

/** The most characters of one key of a path: a caller chooses the keys of a map. */
const MAX_KEY = 200;

const pathOf = (issue: Issue): string =>
  issue.path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      const key = shortened(String(part), MAX_KEY);
      return index === 0 ? key : `.${key}`;
    })
    .join("");

function sentence(issue: Issue): string {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys")
    return `${path === "" ? "" : `${path}: `}${issue.message.startsWith("Unrecognized") ? `unknown field ${issue.keys.map(quoted).join(", ")}` : issue.message}`;
  const rule = ruleOf(issue);
  const isMissing = "input" in issue && issue.input === undefined && !rule.startsWith(REQUIRED);
  return `${path === "" ? "The body" : path} ${isMissing ? `${REQUIRED} and ${rule}` : rule}`;
}

/** Returns the rule that a value breaks, as the words that follow the value's name. */
function ruleOf(issue: Exclude<Issue, z.core.$ZodIssueUnrecognizedKeys>): string {
  switch (issue.code) {
    case "invalid_value":
      return `${issue.input === undefined ? `${REQUIRED}:` : "must be"} ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union":
      return issue.input === undefined ? REQUIRED : issue.message;
    case "invalid_type":
      return ofType(issue);
    case "too_small":
      return issue.message.startsWith("Too small")
        ? `must ${bound("at least", issue.minimum, issue.origin)}`
        : issue.message;
    case "too_big":
      return issue.message.startsWith("Too big")
        ? `must ${bound("at most", issue.maximum, issue.origin)}`
        : issue.message;
    default:
      return issue.message;
  }
}

/** Returns "is required" for a missing value, and the right type for one of another type, also where the contract has a sentence for both. */
function ofType({ input, message, expected }: z.core.$ZodIssueInvalidType): string {
  const type = `must be of type ${expected === "record" ? "object" : expected}`;
  if (message.startsWith("Invalid input")) return input === undefined ? REQUIRED : type;
  if (input === undefined || input === null || !message.startsWith(REQUIRED)) return message;
  return message === REQUIRED ? type : message.replace(`${REQUIRED}: `, "must be ");
}

const REQUIRED = "is required";

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

function bound(which: string, limit: number | bigint, origin: string): string {
  const units = UNITS[origin];
  return units === undefined
    ? `be ${which} ${limit}`
    : `have ${which} ${limit} ${Number(limit) === 1 ? units[0] : units[1]}`;
}

/** The most values at fault that a refusal names. */
const MAX_NAMED = 5;

/** The most characters of one value's sentence, which may repeat what a caller sent. */
const MAX_SENTENCE = 2000;

/**
 * Returns a sentence for each of the first five values at fault, about the first rule that the value breaks: a check of length
 * behind one of type would speak of a thing that is not there, and checks that overlap would say one rule twice. Unknown fields
 * stand beside what else is wrong with their object. No sentence is made of the other issues, of which there may be thousands.
 */
function firstSentences(issues: readonly Issue[]): string[] {
  const seen = new Set<string>();
  const sentences = new Set<string>();
  for (const issue of issues) {
    if (sentences.size === MAX_NAMED) break;
    const at = `${issue.code === "unrecognized_keys" ? "unknown " : ""}${JSON.stringify(issue.path)}`;
    if (seen.has(at)) continue;
    seen.add(at);
    sentences.add(shortened(sentence(issue), MAX_SENTENCE));
  }
  return [...sentences];
}

/** Returns one sentence that names the first five fields at fault, each once, and what each accepts. */
export const issueSentence = (issues: readonly Issue[]): string => `${firstSentences(issues).join("; ")}.`;
